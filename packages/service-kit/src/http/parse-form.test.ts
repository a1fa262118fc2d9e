import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseForm } from './parse-form.ts'

const large = 40 * 1024

interface Filled {
  readonly filling: string
  readonly end: Uint8Array
}

interface Sent {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

async function sent(form: FormData): Promise<Sent> {
  const response = new Response(form)
  const type = response.headers.get('content-type') ?? ''
  return { type, bytes: new Uint8Array(await response.arrayBuffer()) }
}

function raw(...lines: readonly string[]): Sent {
  const bytes = new Uint8Array(Buffer.from(lines.join('\r\n'), 'latin1'))
  return { bytes, type: `multipart/form-data; boundary="${boundary}"` }
}

const boundary = '----------------------------the-boundary'
const fileHead = 'content-disposition: form-data; name="file"; filename="a.txt"\r\n'

const content = fc.record({
  filling: fc.constantFrom('', '\r\n--', '\r\n\r\n', '--', '\r\n'),
  end: fc.uint8Array({ maxLength: 200 }),
})
const entry = fc.oneof(
  fc.record({ name: fc.constant('file'), fileName: fc.string({ unit: 'grapheme' }), content }),
  fc.record({
    name: fc.string({ unit: 'grapheme' }).filter((name) => name !== 'file'),
    value: fc.string({ unit: 'grapheme' }),
    times: fc.constantFrom(1, large),
  }),
)

it('reads what a browser sends, as the Fetch standard does, whatever its size', async () => {
  const read = fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async (entries) => {
    const form = new FormData()
    for (const one of entries) {
      if ('value' in one) form.append(one.name, one.value.repeat(one.times))
      else form.append('file', fileOf(one))
    }
    const { bytes, type } = await sent(form)
    const expected = [...(await new Response(bytes, { headers: { 'content-type': type } }).formData())]
    const { fields, files } = await parseForm(bytes, type)
    const texts = expected.filter(([, value]) => typeof value === 'string')
    expect(fields).toEqual(texts.filter(([name]) => name !== 'file'))
    // Without a name a file counts as text.
    const isUnclear = texts.some(([name]) => name === 'file')
    const values = isUnclear ? [] : expected.flatMap(([, value]) => (value instanceof File ? [value] : []))
    expect(files.map(({ name, type }) => [name, type])).toEqual(values.map(({ name, type }) => [name, type]))
    for (const [at, file] of values.entries())
      expect(Buffer.compare(files[at]?.content ?? Buffer.of(), await file.bytes())).toBe(0)
  })
  await fc.assert(read, { numRuns: 100 })
})

function fileOf({ fileName, content: { filling, end } }: { fileName: string; content: Filled }): File {
  const filled = filling === '' ? Buffer.of() : Buffer.alloc(large, filling)
  return new File([filled, new Uint8Array(end)], fileName, { type: 'text/plain' })
}

it('refuses what is cut off anywhere', async () => {
  const form = new FormData()
  form.append('title', 'Gifts')
  form.append('file', new File(['x'.repeat(large)], 'gifts.txt'))
  const { bytes, type } = await sent(form)
  const whole = bytes.length - '--\r\n'.length
  const refused = fc.asyncProperty(fc.nat({ max: whole - 1 }), async (length) => {
    await expect(parseForm(bytes.slice(0, length), type)).rejects.toThrow(TypeError)
  })
  await fc.assert(refused, { numRuns: 200, examples: [[whole - 1], [0], [1]] })
})

const damaged = new Map([
  [
    'has no boundary',
    { ...raw(`--${boundary}`, fileHead, 'x', `--${boundary}--`), type: 'multipart/form-data' },
  ],
  ['does not begin with it', raw('hello', `--${boundary}`, fileHead, 'x', `--${boundary}--`)],
  ['has a part without an end of its headers', raw(`--${boundary}`, 'x'.repeat(large), `--${boundary}--`)],
  [
    'has an encoded part',
    raw(`--${boundary}`, `Content-Transfer-Encoding: base64\r\n${fileHead}`, 'eA==', `--${boundary}--`),
  ],
  [
    'has more parts than a form',
    raw(...Array.from({ length: 200 }, () => [`--${boundary}`, fileHead, 'x']).flat(), `--${boundary}--`),
  ],
])

it.each([...damaged])('refuses a form that %s', async (_, { bytes, type }) => {
  await expect(parseForm(bytes, type)).rejects.toThrow(TypeError)
})

it('reads the same without those', async () => {
  const { bytes, type } = raw(`--${boundary}`, fileHead, 'x', `--${boundary}--`)
  expect(await parseForm(bytes, type)).toMatchObject({ fields: [], files: [{ name: 'a.txt' }] })
})
