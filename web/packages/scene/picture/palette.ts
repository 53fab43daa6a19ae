import { Color } from 'three';
import { readDesignTokens } from '../dom/readDesignTokens.ts';

export interface Palette {
  readonly surface: Color;
  readonly link: Color;
  readonly edge: Color;
  readonly joint: Color;
  readonly axis: Color;
  readonly ground: Color;
  readonly shadow: Color;
  readonly ghost: Color;
  readonly accent: Color;
  readonly warn: Color;
  readonly bad: Color;
  readonly frame: readonly Color[];
  /** Colours of the method slots 1 to 8, at indices 0 to 7. */
  readonly slots: readonly Color[];
  /** Colours of solutions 1 to 8 of a target pose, at indices 0 to 7. */
  readonly branches: readonly Color[];
  /** Colours of the first, middle and last stroboscopic pose. Other poses have mixed colours. */
  readonly strobe: readonly [Color, Color, Color];
  readonly dark: boolean;
}

export const readPalette = (root: HTMLElement): Palette =>
  readDesignTokens(root, (read) => {
    const token = (name: string): Color => new Color(read(name));
    const surface = token('surface');
    return {
      surface,
      link: token('link'),
      edge: token('link-edge'),
      joint: token('joint'),
      axis: token('axis'),
      ground: token('ground'),
      shadow: token('shadow'),
      ghost: token('ghost'),
      accent: token('accent'),
      warn: token('warn'),
      bad: token('bad'),
      frame: [token('fx'), token('fy'), token('fz')],
      slots: [1, 2, 3, 4, 5, 6, 7, 8].map((slot) => token(`m${slot}`)),
      branches: [1, 2, 3, 4, 5, 6, 7, 8].map((branch) => token(`branch-${branch}`)),
      strobe: [token('strobe-0'), token('strobe-1'), token('strobe-2')],
      dark: surface.r + surface.g + surface.b < 1.5,
    };
  });

/** Mixes colours in sRGB. Mixtures look more even than those in linear light. */
export function mixColors(from: Color, to: Color, share: number): Color {
  const end = to.clone().convertLinearToSRGB();
  return from.clone().convertLinearToSRGB().lerp(end, share).convertSRGBToLinear();
}
