import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DocumentParseError } from '@portal/service-kit/ports/document-parser'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { utf8 } from '@portal/testkit/files/hostile-file'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDocumentParser } from './open-document-parser.ts'
import { ParserFailed } from './unstructured/partition-failure.ts'
import { UnstructuredDocumentParser, type unstructuredLimits } from './unstructured-document-parser.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const pdf = { content: utf8('%PDF-1.7'), type: 'application/pdf' } as const

interface Received {
  readonly url: string
  readonly key: string | undefined
  readonly accept: string | undefined
  readonly form: FormData
}
type Answer = (response: ServerResponse, received: Received) => void

/** A server scripted by the test; healthy by default. */
async function serve(answer: Answer, health = 200, limits: Partial<typeof unstructuredLimits> = {}) {
  const state = { underWay: 0, asked: 0 }
  const server = createServer((request, response) => {
    if (request.url === '/healthcheck') return void response.writeHead(health).end('{}')
    state.underWay += 1
    state.asked += 1
    response.once('close', () => {
      state.underWay -= 1
    })
    void receive(request).then((received) => answer(response, received))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  const parser = new UnstructuredDocumentParser(`unstructured://:the-key@127.0.0.1:${port}`, limits)
  return { parser, state, close }
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { 'content-type': type = '', accept, 'unstructured-api-key': key } = request.headers
  const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
  return { url: request.url ?? '', key: typeof key === 'string' ? key : undefined, accept, form }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
const element = (type: string, text: string, metadata: object = {}) => ({
  type,
  text,
  element_id: 'e',
  metadata,
})
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('elements of the engine', () => {
  it('become blocks: headings with their depth, items, tables; no running lines', async () => {
    // As library 0.27 sends them for a DOCX, abridged.
    const { parser } = await serve(
      json(200, [
        element('Header', 'Internal use'),
        element('Title', 'Records Policy', { category_depth: 0 }),
        element('Title', 'Retention\n periods', { category_depth: 1 }),
        element('NarrativeText', 'Every record has an owner.', { category_depth: 0, parent_id: 'e' }),
        element('ListItem', 'Invoices'),
        element('Table', 'Record Kept for Q&A', {
          text_as_html:
            '<table><tr><td>Record</td><td/><td>Kept for</td></tr><tr><td>Q&amp;A &#8364;</td><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>',
        }),
        element('Table', 'No markup here'),
        element('PageBreak', ''),
        element('Image', 'logo'),
        element('UncategorizedText', ' '),
        element('Footer', 'Page 3'),
        element('SomethingNew', 'is text'),
      ]),
    )
    expect(await parser.parse({ content: utf8('PK'), type: docx })).toEqual({
      parser: 'unstructured fast',
      blocks: [
        { kind: 'heading', text: 'Records Policy', level: 1 },
        { kind: 'heading', text: 'Retention periods', level: 2 },
        { kind: 'paragraph', text: 'Every record has an owner.' },
        { kind: 'list-item', text: 'Invoices' },
        { kind: 'table', text: 'Record\t\tKept for\nQ&A €\ta b' },
        { kind: 'table', text: 'No markup here' },
        { kind: 'paragraph', text: 'is text' },
      ],
    })
  })

  it('of a PDF carry pages; a header by its place alone is one when it comes again', async () => {
    const { parser } = await serve(
      json(200, [
        element('Header', 'Policy 7, page 1', { page_number: 1 }),
        element('Title', '2.1 Retention', { page_number: 1 }),
        element('Footer', '1', { page_number: 1 }),
        element('Header', 'Policy 7, page 2', { page_number: 2 }),
        element('Header', 'The board reviews this policy every year.', { page_number: 3 }),
        element('Footer', 'Page 3 of 3', { page_number: 3 }),
      ]),
    )
    expect(await parser.parse(pdf)).toEqual({
      parser: 'unstructured fast',
      pages: 3,
      blocks: [
        { kind: 'heading', text: '2.1 Retention', level: 2, page: 1 },
        { kind: 'paragraph', text: 'The board reviews this policy every year.', page: 3 },
      ],
    })
  })
})

describe('lines of a PDF', () => {
  it('are items with their letters and bullets, and titles with their numbers', async () => {
    const at = (left: number, top: number) => ({
      page_number: 1,
      coordinates: {
        points: [
          [left, top],
          [left + 200, top + 10],
        ],
        layout_width: 600,
      },
    })
    const corners = [
      [60, 60],
      [63, 70],
    ]
    const point = { page_number: 1, coordinates: { points: corners, layout_width: 600 } }
    const { parser } = await serve(
      json(200, [
        element('ListItem', '3. Ways to report', at(50, 20)),
        element('NarrativeText', '3.1 You may choose among these ways:', at(50, 40)),
        element('ListItem', '', point),
        element('Title', 'your manager', at(72, 60)),
        element('Title', 'a. the Open Line', at(50, 80)),
        element('ListItem', '4. Write a letter', at(50, 100)),
      ]),
    )
    expect((await parser.parse(pdf)).blocks.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'heading: 3. Ways to report',
      'list-item: 3.1 You may choose among these ways:',
      'list-item: your manager',
      'list-item: a. the Open Line',
      'list-item: 4. Write a letter',
    ])
  })
})

describe('sentences that the engine took apart where lines of a PDF end', () => {
  const blocksOf = async (...parts: readonly (readonly [type: string, text: string, page?: number])[]) => {
    const elements = parts.map(([type, text, page = 1]) => element(type, text, { page_number: page }))
    const { parser } = await serve(json(200, elements))
    return (await parser.parse(pdf)).blocks.map(({ kind, text }) => `${kind}: ${text}`)
  }

  it('are whole again, also where half of one looks like a title or stands on the next page', async () => {
    expect(
      await blocksOf(
        ['Title', 'Records'],
        ['Title', 'Every record of the laboratory is kept by the'],
        ['UncategorizedText', 'Head of Quality for'],
        ['NarrativeText', 'ten years. Drafts are not records.'],
        ['ListItem', 'a. Invoices are kept by Finance, who'],
        ['NarrativeText', 'deletes them.', 2],
      ),
    ).toEqual([
      'heading: Records',
      'paragraph: Every record of the laboratory is kept by the Head of Quality for ten years. Drafts are not records.',
      'list-item: a. Invoices are kept by Finance, who deletes them.',
    ])
  })

  it('go on in their own column where the lines of two columns alternate', async () => {
    const line = (text: string, left: number, top: number) =>
      element('NarrativeText', text, {
        page_number: 1,
        coordinates: {
          points: [
            [left, top],
            [left + 240, top + 10],
          ],
          layout_width: 600,
          layout_height: 800,
          system: 'PixelSpace',
        },
      })
    const lines = [
      line('If you see something wrong, we want to know, and', 50, 100),
      line('Choose freely among the ways that', 310, 100),
      line('you will not suffer for saying so.', 50, 117),
      line('this policy names, whom', 310, 117),
      line('far below', 310, 300),
    ]
    const { parser } = await serve(json(200, lines))
    expect((await parser.parse(pdf)).blocks.map(({ text }) => text)).toEqual([
      'If you see something wrong, we want to know, and you will not suffer for saying so.',
      'Choose freely among the ways that this policy names, whom',
      'far below',
    ])
  })

  it('leave titles, items and whole sentences as they are', async () => {
    const whole = [
      ['Title', 'Scope'],
      ['NarrativeText', 'all employees, wherever they work'],
      ['ListItem', 'b. Contracts'],
      ['ListItem', 'receipts'],
      ['NarrativeText', 'Nobody else may.'],
      ['NarrativeText', 'iPads are devices, too.'],
      ['Title', 'Retention of records that are'],
      ['Title', 'not listed'],
    ] as const
    expect(await blocksOf(...whole)).toEqual([
      'heading: Scope',
      'paragraph: all employees, wherever they work',
      'list-item: b. Contracts',
      'list-item: receipts',
      'paragraph: Nobody else may.',
      'paragraph: iPads are devices, too.',
      'heading: Retention of records that are not listed',
    ])
  })
})

describe('a request to the engine', () => {
  it('carries strategy, key and a name that says nothing', async () => {
    let received: Received | undefined
    const { parser } = await serve((response, got) => {
      received = got
      json(200, [element('Title', 'A')])(response, got)
    })
    await parser.parse({ content: utf8('PK'), type: docx, group: 'org-1' })
    expect(received).toMatchObject({ url: '/general/v0/general', key: 'the-key', accept: 'application/json' })
    expect(received?.form.get('strategy')).toBe('fast')
    expect(received?.form.get('split_pdf_page')).not.toBe('true')
    expect(received?.form.get('coordinates')).toBe('false')
    const file = received?.form.get('files')
    expect(file).toMatchObject({ name: 'document.docx', size: 2 })
  })

  it('sends text as UTF-8, whatever it was, and no text without words', async () => {
    let sent = ''
    const { parser, state } = await serve((response, got) => {
      const file = got.form.get('files')
      void (file instanceof Blob ? file.text() : Promise.resolve('')).then((text) => {
        sent = text
        json(200, [element('NarrativeText', text)])(response, got)
      })
    })
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from('Grüße', 'utf16le')])
    expect((await parser.parse({ content: utf16, type: 'text/plain' })).blocks[0]?.text).toBe('Grüße')
    expect(sent).toBe('Grüße')
    await expect(parser.parse({ content: utf8(' \n'), type: 'text/plain' })).rejects.toMatchObject({
      reason: 'no_text',
    })
    expect(state.asked).toBe(1)
  })

  it('prints nothing and is not repeated when it fails', async () => {
    const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
    const { parser, state } = await serve(json(500, { detail: 'KeyError: /tmp/secret' }))
    expect(await failure(parser.parse(pdf))).toBeInstanceOf(ParserFailed)
    expect(state.asked).toBe(1)
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })
})

describe('a PDF without text', () => {
  const scan =
    (recognised: Answer): Answer =>
    (response, got) =>
      (got.form.get('strategy') === 'fast' ? json(200, []) : recognised)(response, got)
  const words = element('NarrativeText', 'Doors are locked at night.', { page_number: 2 })

  it('is read by a server that recognises text', async () => {
    const { parser, state } = await serve(scan(json(200, [words])))
    expect(await parser.parse(pdf)).toEqual({
      parser: 'unstructured ocr_only',
      pages: 2,
      blocks: [{ kind: 'paragraph', text: 'Doors are locked at night.', page: 2 }],
    })
    expect(state.asked).toBe(2)
  })

  it.each([
    ['does not know how', json(400, { detail: 'Invalid strategy: ocr_only. Must be one of [fast]' })],
    ['has no program for it', json(500, { detail: 'TesseractNotFoundError' })],
    ['finds none', json(200, [])],
  ])('says so where the server %s', async (_, answer) => {
    const { parser } = await serve(scan(answer))
    expect(await failure(parser.parse(pdf))).toMatchObject({
      reason: 'no_text',
      message: 'The file contains no text. If it is a scan, upload a version with recognised text.',
    })
  })

  it('waits for a server that is away meanwhile', async () => {
    const { parser } = await serve(scan(json(503, {})))
    expect(await failure(parser.parse(pdf))).toBeInstanceOf(EngineUnavailable)
  })
})

describe('what the engine answers', () => {
  // As the API server (prepline_general/api/general.py) and proxies in front of it phrase them.
  const ofFile: readonly (readonly [number, unknown, string])[] = [
    [400, { detail: 'File is encrypted. Please decrypt it with password.' }, 'encrypted'],
    [422, { detail: 'File does not appear to be a valid PDF' }, 'corrupt'],
    [400, { detail: 'File is not a valid docx' }, 'corrupt'],
    [422, { detail: 'Cannot open it' }, 'corrupt'],
    [400, { detail: 'application/msword not currently supported' }, 'unsupported'],
    [415, { detail: 'Unsupported' }, 'unsupported'],
    [413, 'Request Entity Too Large', 'too_large_inside'],
    [200, [], 'no_text'],
  ]
  it.each(ofFile)('%i %j is the fault of the file', async (status, body, reason) => {
    const { parser } = await serve(json(status, body))
    const error = await failure(parser.parse(pdf))
    expect(error).toBeInstanceOf(DocumentParseError)
    expect(error).toMatchObject({ reason, message: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  it.each([
    [503, { detail: 'Server is under heavy load. Please try again later.' }, { 'retry-after': '7' }, 7],
    [429, {}, {}, 10],
    [502, 'Bad Gateway', { 'content-type': 'text/html' }, 10],
    [401, { detail: 'API key the-key is invalid' }, {}, 60],
    [404, { detail: 'Not Found' }, {}, 60],
  ])('%i %j means that the engine is away', async (status, body, headers, retryAfterSeconds) => {
    const { parser } = await serve(json(status, body, headers))
    const error = await failure(parser.parse(pdf))
    expect(error).toBeInstanceOf(EngineUnavailable)
    expect(error).toMatchObject({
      retryAfterSeconds,
      message: expect.stringMatching(/^The (?:address of the )?document parser .*\.$/),
    })
    expect(error).toHaveProperty('message', expect.not.stringContaining('the-key'))
  })

  it.each([
    ['a failure of its own', json(500, { detail: 'Traceback: /tmp/x' })],
    ['a request that it does not understand', json(422, { detail: [{ loc: ['strategy'], msg: 'invalid' }] })],
    ['an unacceptable type', json(406, { detail: 'Unsupported media type' })],
    ['no elements', json(200, [{ kind: 'Title' }])],
    ['no JSON', ((response) => void response.end('<html>')) satisfies Answer],
    [
      'half an answer',
      ((response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' })
        response.write('[{')
        response.destroy()
      }) satisfies Answer,
    ],
    ['an end of the connection', ((response) => void response.destroy()) satisfies Answer],
  ])('with %s may be tried again a few times, in a sentence without its words', async (_, answer) => {
    const { parser } = await serve(answer)
    const error = await failure(parser.parse(pdf))
    expect(error).toBeInstanceOf(ParserFailed)
    expect(error).toHaveProperty('message', expect.stringMatching(/^The document parser [^/]*\.$/))
  })

  it('is not read beyond its limit', async () => {
    const endless: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    }
    const { parser, state } = await serve(endless, 200, { responseBytes: 100_000 })
    await expect(parser.parse(pdf)).rejects.toMatchObject({ reason: 'too_large_inside' })
    await vi.waitFor(() => expect(state.underWay).toBe(0))
  })
})

describe('an engine that does not answer', () => {
  const silent: Answer = () => {}

  it('gives the file up at its limit when it is well otherwise', async () => {
    const { parser, state } = await serve(silent, 200, { fileMs: 100 })
    await expect(parser.parse(pdf)).rejects.toMatchObject({
      name: 'DocumentParseError',
      reason: 'time_limit',
    })
    await vi.waitFor(() => expect(state.underWay).toBe(0))
  })

  it('has longer for a plain text, which is long but no bomb', async () => {
    const { parser } = await serve(silent, 200, { fileMs: 1, textMs: 300 })
    const begunAt = performance.now()
    const content = new TextEncoder().encode('Visitors sign in.')
    await expect(parser.parse({ content, type: 'text/plain' })).rejects.toMatchObject({
      reason: 'time_limit',
    })
    expect(performance.now() - begunAt).toBeGreaterThan(250)
  })

  it('is away when it is not well', async () => {
    const { parser } = await serve(silent, 500, { fileMs: 100 })
    const error = await failure(parser.parse(pdf))
    expect(error).toMatchObject({
      name: 'EngineUnavailable',
      message: 'The document parser says that it is not well (500).',
    })
  })

  it('is found out by the check when it takes no file of ours: its health says nothing of keys', async () => {
    const refusing = await serve(json(401, { detail: 'API key is malformed' }))
    expect(await failure(refusing.parser.check())).toMatchObject({
      name: 'EngineUnavailable',
      message: 'The document parser does not accept our key (401).',
    })
    const working = await serve(json(200, []))
    await working.parser.check()
    const busy = await serve(silent)
    await busy.parser.check()
  })

  it('is left at once when the caller goes', async () => {
    const { parser, state } = await serve(silent)
    const stop = new AbortController()
    const reading = failure(parser.parse({ ...pdf, signal: stop.signal }))
    await vi.waitFor(() => expect(state.underWay).toBe(1))
    stop.abort('gone')
    expect(await reading).toBe('gone')
    await vi.waitFor(() => expect(state.underWay).toBe(0))
  })

  it('is away when nothing listens, for files and for the check', async () => {
    const { parser, close } = await serve(silent)
    await close()
    const sentence = 'The document parser cannot be reached.'
    expect(await failure(parser.parse(pdf))).toMatchObject({ name: 'EngineUnavailable', message: sentence })
    expect(await failure(parser.check())).toMatchObject({ name: 'EngineUnavailable', message: sentence })
  })
})

it.each([
  'unstructured://a,b',
  'unstructured://host/general',
  'unstructured+ftp://x',
  'unstructured://x?strategy=fast',
])('the address %s is refused in one sentence', async (url) => {
  const error = await failure(openDocumentParser(url))
  expect(error).toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining('unstructured[+https]://'),
  })
})
