/** Offsets of the "Microsoft PE Format" (https://learn.microsoft.com/windows/win32/debug/pe-format). */
const headerPointer = 0x3c;
const coffHeaderSize = 24;
const pe32Plus = 0x20b;
/** Where the optional header of a 64-bit program has the entry of the certificate table: an offset and a length. */
const certificateEntry = 112 + 4 * 8;

/**
 * Removes Node's signature from a program for 64-bit Windows: it does not cover what is put inside, and Windows reports a
 * wrong signature in harsher words than none.
 * @throws TypeError for another kind of file
 */
export function withoutSignature(program: Buffer): Buffer {
  const header = program.length > headerPointer + 4 ? program.readUInt32LE(headerPointer) : program.length;
  const optional = header + coffHeaderSize;
  const isProgram =
    optional + certificateEntry + 8 <= program.length &&
    program.toString('latin1', header, header + 4) === 'PE\0\0' &&
    program.readUInt16LE(optional) === pe32Plus;
  if (!isProgram) throw new TypeError('this is no program for 64-bit Windows');
  const entry = optional + certificateEntry;
  const offset = program.readUInt32LE(entry);
  const length = program.readUInt32LE(entry + 4);
  if (offset === 0) return program;
  if (offset + length !== program.length) throw new TypeError('the signature is not at the end of the program');
  const bare = Buffer.from(program.subarray(0, offset));
  bare.fill(0, entry, entry + 8);
  return bare;
}
