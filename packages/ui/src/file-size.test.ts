import { expect, it } from 'vitest'
import { fileSizeText } from './file-size.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [4096 + 511, '4 KB'],
  [1024 * 1024 - 513, '1,023 KB'],
  [1024 * 1024 - 1, '1.00 MB'],
  [1_488_978, '1.42 MB'],
  [10 * 1024 * 1024, '10.00 MB'],
])('%i bytes are "%s"', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text)
})
