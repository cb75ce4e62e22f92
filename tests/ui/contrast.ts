export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** `#rrggbb` or `#rrggbbaa`, each part 0 to 1. */
export function parse(hex: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 255] = (hex.match(/[0-9a-f]{2}/g) ?? []).map((part) =>
    Number.parseInt(part, 16),
  );
  return [red / 255, green / 255, blue / 255, alpha / 255];
}

/** WCAG 2.2, "relative luminance" and "contrast ratio". */
function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

export function contrast(one: Colour, other: Colour): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
