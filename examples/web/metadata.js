// What an ONNX file says about itself. ONNX Runtime's JavaScript does not tell it, so the file's protocol buffer is read: of its
// fields, number 14 (metadata_props) holds pairs of texts, 1 the name and 2 the value.

const METADATA = 14;

export function metadataOf(content) {
  const facts = {};
  for (const { number, bytes } of fieldsOf(content)) {
    if (number !== METADATA) continue;
    const texts = {};
    for (const part of fieldsOf(bytes)) texts[part.number] = new TextDecoder().decode(part.bytes);
    facts[texts[1]] = texts[2];
  }
  return facts;
}

// Walks over the fields of a message; those with a length give their bytes, others are passed over.
function* fieldsOf(content) {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      if (at >= content.length) throw new Error("the model is damaged or no ONNX file");
      const byte = content[at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < content.length) {
    const key = varint();
    const [number, kind] = [Math.floor(key / 8), key % 8];
    if (kind === 0) varint();
    else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else if (kind === 2) {
      const length = varint();
      if (at + length > content.length) throw new Error("the model is damaged or no ONNX file");
      yield { number, bytes: content.subarray(at, at + length) };
      at += length;
    } else throw new Error("the model is damaged or no ONNX file");
  }
}
