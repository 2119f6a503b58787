// Numbers as the page writes them, and kept within limits.

export const metres = (value) => (Number.isFinite(value) ? `${value.toFixed(value < 10 ? 4 : 2)} m` : "unknown");
export const centimetres = (value) => (Number.isFinite(value) ? `± ${(100 * value).toFixed(2)} cm` : "");
export const within = (value, least, most) => Math.min(Math.max(value, least), most);
