import type { ActorsChange } from "../parts";
import type { ActorView } from "../wire.generated";
import type { Sounds } from "@page/audio/sounds";

/** Looping sounds of actors. The volume of each follows the distance of its actor. */
export class SoundLoops {
  /** By actor and sound id: the volume and pitch that the loop was started with. */
  private readonly playing = new Map<number, Map<number, string>>();

  constructor(
    private readonly sounds: Pick<Sounds, "loop" | "stopLoop">,
    /** How loud a sound at an actor is heard, 0 to 1. */
    private readonly loudness: (id: number) => number,
  ) {}

  /** Stops all loops and starts those of these actors. */
  reset(views: readonly ActorView[]): void {
    for (const id of [...this.playing.keys()]) this.update(id, []);
    for (const { id, sounds } of views) this.update(id, sounds);
  }

  /** Applies an update of the server. */
  change({ put, gone }: ActorsChange): void {
    for (const id of gone) this.update(id, []);
    for (const { id, sounds } of put) this.update(id, sounds);
  }

  private update(id: number, sounds: ActorView["sounds"]): void {
    const playing = this.playing.get(id) ?? new Map<number, string>();
    const wanted = new Set(sounds.map(([sound]) => sound));
    for (const sound of playing.keys()) {
      if (wanted.has(sound)) continue;
      this.sounds.stopLoop(nameOf(id, sound));
      playing.delete(sound);
    }
    for (const [sound, volume, pitch] of sounds) {
      const settings = `${volume} ${pitch}`;
      if (playing.get(sound) === settings) continue;
      playing.set(sound, settings);
      this.sounds.loop(nameOf(id, sound), sound, () => volume * this.loudness(id), pitch);
    }
    if (playing.size > 0) this.playing.set(id, playing);
    else this.playing.delete(id);
  }
}

const nameOf = (id: number, sound: number): string => `object ${id} ${sound}`;
