import { recall, remember } from "./memory";

const key = (map: string): string => `fangqi.lesson.${map}`;

/** The step of a map's lessons at which the viewer was last; 0 before the first. */
export const lastStep = (map: string): number => Number(recall(key(map))) || 0;

export const rememberStep = (map: string, step: number): void => remember(key(map), `${step}`);

/** At which step to go on: those who have seen the last one begin again. */
export function nextStep(map: string, count: number): number {
  const last = lastStep(map);
  return last > 0 && last < count ? last : 1;
}
