import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test('cells are quoted as RFC 4180 says, and a line ends with CRLF', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', null, -4])).toBe(
    'plain,"a,b","say ""hi""","two\nlines",,-4\r\n',
  )
})

test.each([
  '=1+1',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '\u200b=1',
  '＝1',
  '=HYPERLINK("http://evil")',
])('a spreadsheet takes %j for text', (hostile) => {
  expect(csvLine([hostile])).toMatch(/^"?'/)
})
