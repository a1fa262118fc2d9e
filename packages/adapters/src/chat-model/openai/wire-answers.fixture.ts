/** What a model says, and what must come of it. */
interface Saying {
  readonly name: string
  readonly text: string
  readonly outcome: string
  /** The words that are cited. */
  readonly quotes: readonly string[]
  readonly isUnproven?: true
}

/** The passage that the sayings quote, with characters of every UTF-8 length. */
export const wirePassage =
  'Employees have 25 days of annual leave. Urlaub heißt „Größe“ – § 4 🙂. Leave is requested in writing.'

const days = 'Employees have 25 days of annual leave.'
const odd = 'Urlaub heißt „Größe“ – § 4 🙂.'
const writing = 'Leave is requested in writing.'

const json = (...statements: readonly (readonly [string, string])[]) => ({
  statements: statements.map(([statement, words]) => ({ statement, evidence: [{ passage: 1, words }] })),
})

const sayings: readonly Saying[] = [
  {
    name: 'one statement',
    text: `You have 25 days. [[1|${days}]]\nOUTCOME: answered`,
    outcome: 'answered',
    quotes: [days],
  },
  {
    name: 'two statements, one of odd characters',
    text: `Es heißt „Größe“ – § 4 🙂. [[1|${odd}]] Write. [[1|${writing}]]\nOUTCOME: answered\n`,
    outcome: 'answered',
    quotes: [odd, writing],
  },
  { name: 'no evidence', text: 'OUTCOME: no_evidence', outcome: 'no_evidence', quotes: [] },
  {
    name: 'an invented quotation',
    text: 'Forty days. [[1|Employees have 40 days of annual leave.]]\nOUTCOME: answered',
    ...{ outcome: 'no_evidence', quotes: [], isUnproven: true },
  },
  {
    name: 'a conflict',
    text: `Both. [[1|${days}]][[1|${writing}]]\n**OUTCOME: conflict**`,
    ...{ outcome: 'conflict', quotes: [days, writing] },
  },
  {
    name: 'thoughts before a part of an answer',
    text: `<think>[[1|${writing}]] is [wrong]]</think>\nSome. [[1|${days}]]\nOUTCOME: partial`,
    ...{ outcome: 'partial', quotes: [days] },
  },
  {
    name: 'JSON',
    text: JSON.stringify({ ...json(['It is „Größe“ {"}.', odd], ['Write.', writing]), outcome: 'answered' }),
    ...{ outcome: 'answered', quotes: [odd, writing] },
  },
  {
    name: 'JSON in a fence, indented',
    text: `\`\`\`json\n${JSON.stringify({ ...json(['25 \\ days]].', days]), outcome: 'partial' }, null, 2)}\n\`\`\``,
    ...{ outcome: 'partial', quotes: [days] },
  },
]

type Chunk = Readonly<Record<string, unknown>>

/** How a server frames what its model says. */
interface Dialect {
  readonly server: string
  readonly type?: string
  readonly body: (tokens: readonly string[]) => string
}

const of = (more: Chunk = {}): Chunk => ({
  ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', ...more },
})
const said = (delta: unknown, finish: string | null = null, more: Chunk = {}): Chunk =>
  of({ choices: [{ index: 0, delta, finish_reason: finish, ...more }] })
const usage = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 }
const sse = (chunks: readonly unknown[], end = '\n') =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}${end}${end}`).join('')
const done = 'data: [DONE]\n\n'
const spoken = (tokens: readonly string[], more: Chunk = {}) =>
  tokens.map((content) => said({ content }, null, more))
const usual = (tokens: readonly string[]) => [
  said({ role: 'assistant', content: '' }),
  ...spoken(tokens),
  said({}, 'stop'),
]

/**
 * From https://platform.openai.com/docs/api-reference/chat-streaming, and how servers deviate from
 * it that people run: each has been seen in their sources, documentation or issues.
 */
const dialects: readonly Dialect[] = [
  {
    server: 'OpenAI, usage in a chunk of its own',
    body: (tokens) =>
      sse([...usual(tokens).map((chunk) => ({ ...chunk, usage: null })), of({ choices: [], usage })]) + done,
  },
  {
    server: 'llama.cpp, null content first, usage and timings with the last choice',
    body: (tokens) =>
      sse([
        said({ role: 'assistant', content: null }),
        ...spoken(tokens),
        { ...said({}, 'stop'), usage, timings: { prompt_n: 9, predicted_per_second: 8.5 } },
      ]) + done,
  },
  {
    server: 'Ollama, a role in every chunk and a finish with empty content',
    body: (tokens) =>
      sse([
        ...tokens.map((content) => said({ role: 'assistant', content })),
        said({ role: 'assistant', content: '' }, 'stop'),
        of({ choices: [], usage }),
      ]) + done,
  },
  {
    server: 'vLLM, usage in every chunk, null logprobs and a stop reason',
    body: (tokens) =>
      sse([
        ...spoken(tokens, { logprobs: null }).map((chunk, at) => ({
          ...chunk,
          usage: { ...usage, completion_tokens: at },
        })),
        { ...said({ content: '' }, 'stop', { stop_reason: null }), usage },
      ]) + done,
  },
  {
    server: 'vLLM, reasoning in a field of its own',
    body: (tokens) =>
      sse([
        said({ role: 'assistant', content: '' }),
        said({ reasoning_content: 'Hmm [[1|' }),
        said({ reasoning: 'so ]] OUTCOME: no_evidence', content: null }),
        ...spoken(tokens),
        said({}, 'stop'),
      ]) + done,
  },
  { server: 'LM Studio, no usage', body: (tokens) => sse(usual(tokens)) + done },
  {
    server: 'OpenRouter, comments while it waits',
    body: (tokens) =>
      `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${sse(usual(tokens)).replaceAll('\n\n', '\n\n: beat\n\n')}${done}`,
  },
  {
    server: 'Azure, results of filters first',
    body: (tokens) =>
      sse([
        { ...of({ choices: [] }), prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] },
        ...usual(tokens).map((chunk) => ({
          ...chunk,
          content_filter_results: { hate: { filtered: false } },
        })),
      ]) + done,
  },
  { server: 'a gateway that forgets [DONE]', body: (tokens) => sse(usual(tokens)) },
  {
    server: 'a gateway that forgets the last blank line',
    body: (tokens) => sse(usual(tokens)) + done.trimEnd(),
  },
  {
    server: 'a server that ends lines with CRLF',
    body: (tokens) => (sse(usual(tokens)) + done).replaceAll('\n', '\r\n'),
  },
  {
    server: 'a server without a space after the colon',
    body: (tokens) => (sse(usual(tokens)) + done).replaceAll('data: ', 'data:'),
  },
  {
    server: 'a server that names its events and numbers them',
    body: (tokens) =>
      `retry: 500\n\n${sse(usual(tokens)).replaceAll('data: ', 'id: 1\nevent: message\ndata: ')}${done}`,
  },
  {
    server: 'a server that gives JSON over several lines',
    body: (tokens) =>
      usual(tokens)
        .map((chunk) => `${JSON.stringify(chunk, null, 1).replace(/^/gm, 'data: ')}\n\n`)
        .join('') + done,
  },
  {
    server: 'a server whose usage chunk has null or no choices',
    body: (tokens) => sse([...usual(tokens), of({ choices: null, usage }), { usage }]) + done,
  },
  {
    server: 'a server whose usage is nonsense',
    body: (tokens) =>
      sse([...usual(tokens), of({ choices: [], usage: { prompt_tokens: '12', total: -1 } })]) + done,
  },
  {
    server: 'a server with null deltas and null chunks',
    body: (tokens) => sse([null, said(null), ...spoken(tokens), said(null, 'stop'), null]) + done,
  },
  {
    server: 'Mistral, content in parts of which some are thoughts',
    body: (tokens) =>
      sse([
        said({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hmm ]]' }] }] }),
        ...tokens.map((text) => said({ content: [{ type: 'text', text }] })),
        said({ content: [] }, 'stop'),
      ]) + done,
  },
  {
    server: 'a model that calls tools it was not given',
    body: (tokens) =>
      sse([
        said({
          role: 'assistant',
          content: null,
          tool_calls: [{ index: 0, id: 'c', function: { name: 'get', arguments: '' } }],
        }),
        said({ tool_calls: [{ index: 0, function: { arguments: '{"url":"https://evil.example"}' } }] }),
        ...spoken(tokens),
        said({}, 'tool_calls'),
      ]) + done,
  },
  {
    server: 'a server that names the end of its own',
    body: (tokens) => sse([...spoken(tokens), said({}, 'eos')]) + done,
  },
  {
    server: 'a server that names no end',
    body: (tokens) => sse([...spoken(tokens, { finish_reason: '' })]) + done,
  },
  {
    server: 'a server that repeats the whole message at the end',
    body: (tokens) =>
      sse([
        ...spoken(tokens),
        said({}, 'stop', { message: { role: 'assistant', content: tokens.join('') } }),
      ]) + done,
  },
  {
    server: 'a server with a second choice',
    body: (tokens) =>
      sse(
        usual(tokens).flatMap((chunk) => [
          of({ choices: [{ index: 1, delta: { content: 'Other [[1|words]] ' }, finish_reason: null }] }),
          chunk,
        ]),
      ) + done,
  },
  {
    server: 'a server that ignores that it should stream',
    type: 'application/json; charset=utf-8',
    body: (tokens) =>
      JSON.stringify({
        ...{ id: 'chatcmpl-1', object: 'chat.completion', usage },
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: tokens.join(''), refusal: null },
            finish_reason: 'stop',
          },
        ],
      }),
  },
  {
    server: 'a server that keeps talking after [DONE]',
    body: (tokens) => `${sse(usual(tokens))}${done}data: {"choices": [{"del\n\n`,
  },
  {
    server: 'a server that escapes every character',
    body: (tokens) =>
      (sse(usual(tokens)) + done).replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  },
]

/** Where the bytes are cut on their way. */
const cuts: readonly { readonly name: string; readonly at: (bytes: Buffer) => number[] }[] = [
  { name: 'whole', at: () => [] },
  { name: 'within characters', at: (bytes) => everywhere(bytes, (byte) => byte >= 0x80 && byte < 0xc0) },
  { name: 'before line feeds', at: (bytes) => everywhere(bytes, (byte) => byte === 0x0a) },
  { name: 'every 61 bytes', at: (bytes) => everywhere(bytes, (_, at) => at % 61 === 0) },
  {
    name: 'within names and numbers',
    at: (bytes) => everywhere(bytes, (byte, at) => byte === 0x22 && at % 3 === 0),
  },
]

function everywhere(bytes: Buffer, isCut: (byte: number, at: number) => boolean): number[] {
  return [...bytes.keys()].filter((at) => at > 0 && isCut(bytes[at] ?? 0, at))
}

/** An answer as it comes over the wire, and what must become of it. */
export interface WireAnswer {
  readonly name: string
  readonly type: string
  readonly pieces: readonly Buffer[]
  readonly expected: Omit<Saying, 'name' | 'text'>
}

/** Every saying by every dialect, each cut in one of the ways in turn. */
export const wireAnswers: readonly WireAnswer[] = dialects.flatMap(({ server, type, body }, row) =>
  sayings.map(({ name, text, ...expected }, column) => {
    const cut = cuts[(row + column) % cuts.length]
    const bytes = Buffer.from(body([...text].map(String).reduce(tokenized, [])))
    const at = [0, ...(cut?.at(bytes) ?? []), bytes.length]
    return {
      name: `${server}: ${name}, cut ${cut?.name}`,
      type: type ?? 'text/event-stream',
      pieces: at.slice(1).map((end, index) => bytes.subarray(at[index], end)),
      expected,
    }
  }),
)

/** Tokens of three characters, as models have them. */
function tokenized(tokens: string[], character: string): string[] {
  const last = tokens.at(-1)
  if (last === undefined || last.length >= 3) return [...tokens, character]
  return [...tokens.slice(0, -1), last + character]
}
