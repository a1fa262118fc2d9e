import { expect, it } from 'vitest'
import { fileSizeText } from './file-size.ts'

it.each([
  [0, '0.00 MB'],
  [1_488_978, '1.42 MB'],
  [10 * 1024 * 1024, '10.00 MB'],
])('%i bytes are "%s"', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text)
})
