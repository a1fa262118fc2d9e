import { createHash } from 'node:crypto'
import { pdfFile, textOperators } from './pdf-file.ts'

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const permissions = -44
const fileId = Buffer.alloc(16, 7)

/**
 * A PDF whose owner forbids printing and copying. It is encrypted (ISO 32000-1, 7.6.3, revision 2),
 * but opens without a password, unless the user must give one.
 */
export function restrictedPdf(words: string, userPassword = ''): Uint8Array {
  const user = padded(userPassword)
  const owner = rc4(md5(padded('owner')).subarray(0, 5), user)
  const bits = Buffer.alloc(4)
  bits.writeInt32LE(permissions)
  const key = md5(user, owner, bits, fileId).subarray(0, 5)
  const contents = 5
  const objectKey = md5(key, Buffer.from([contents, 0, 0, 0, 0])).subarray(0, 10)
  const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString('hex')}>`
  return pdfFile(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contents} 0 R >>`,
      { text: '<< >>', stream: rc4(objectKey, Buffer.from(textOperators([words]), 'latin1')) },
    ],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, padding))} /P ${permissions} >> /ID [${hex(fileId)} ${hex(fileId)}]`,
  )
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest()
}

/** RC4, which OpenSSL offers no more. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    const kept = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) % 256
      j = (j + (state[i] ?? 0)) % 256
      swap(i, j)
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0)
    }),
  )
}
