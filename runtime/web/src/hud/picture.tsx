import { Component } from "preact";
import type { Drawing } from "../cards/drawing";

interface Props {
  drawing: Drawing;
}

/** Width of a seal, as a part of the drawing's. */
const SEAL = 0.24;

/** A drawing of a plugin, for those who see it; what it shows is written beside it. */
export class Picture extends Component<Props> {
  /** Drawings never change, and countdowns beside them render several times a second. */
  override shouldComponentUpdate({ drawing }: Props): boolean {
    return drawing !== this.props.drawing;
  }

  override render({ drawing }: Props) {
    const { width, height, parts, seal } = drawing;
    const side = width * SEAL;
    return (
      <svg class="picture" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {parts.map(({ path, fill, stroke, width: wide, opacity }) => (
          <path
            d={path}
            fill={fill ?? "none"}
            stroke={stroke}
            stroke-width={stroke ? (wide ?? 1) : undefined}
            stroke-linecap="round"
            stroke-linejoin="round"
            opacity={opacity}
          />
        ))}
        {seal && (
          <g transform={`translate(${width - side * 1.12} ${height - side * 1.12})`}>
            <rect width={side} height={side} rx={side * 0.14} fill="#a3241c" stroke="#f6e3c0" />
            <text
              x={side / 2}
              y={side / 2}
              font-size={side * 0.78}
              text-anchor="middle"
              dominant-baseline="central"
              fill="#fbeed2"
            >
              {seal}
            </text>
          </g>
        )}
      </svg>
    );
  }
}
