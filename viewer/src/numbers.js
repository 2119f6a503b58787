// Numbers as the page writes them, and kept within limits.

export const metres = (value) => (Number.isFinite(value) ? `${value.toFixed(value < 10 ? 4 : 2)} m` : "unknown");
export const centimetres = (value) => (Number.isFinite(value) ? `± ${(100 * value).toFixed(2)} cm` : "");

// So many digits that count, with no power of ten behind them: 240, not 2.4e+2.
export function digits(value, count) {
  const text = value.toPrecision(count);
  return text.includes("e") ? String(Number(text)) : text;
}

export const within = (value, least, most) => Math.min(Math.max(value, least), most);
