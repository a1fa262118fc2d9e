import { APIError } from 'openai'
import { z } from 'zod'

/** One chunk of a stream, whatever the server's dialect. */
export interface ChatDelta {
  readonly text: string
  /** Whether the model works on something that it does not say. */
  readonly isThinking: boolean
  readonly finish: 'stop' | 'length' | 'declined' | null
  readonly usage: { readonly promptTokens: number; readonly answerTokens: number } | null
}

const Tokens = z.int().min(0)
const Usage = z.object({ prompt_tokens: Tokens, completion_tokens: Tokens })

/** Servers send text as one string, or as parts of which some are thoughts. */
const Content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string().optional(), text: z.string().optional() })),
])

const Said = z.looseObject({
  content: Content.nullish().catch(null),
  refusal: z.string().nullish().catch(null),
  reasoning: z.unknown().optional(),
  reasoning_content: z.unknown().optional(),
})

const Choice = z.looseObject({
  index: z.number().nullish().catch(0),
  delta: Said.nullish().catch(null),
  message: Said.nullish().catch(null),
  text: z.string().nullish().catch(null),
  finish_reason: z.string().nullish().catch(null),
})

/** Every field may be missing, null or of another kind: a chunk that says nothing says nothing. */
const Chunk = z.looseObject({
  choices: z.array(Choice.nullish().catch(null)).nullish().catch([]),
  usage: Usage.nullish().catch(null),
  error: z.unknown().optional(),
})

const lengthReasons = new Set(['length', 'max_tokens', 'model_length', 'max_length'])
const declinedReasons = new Set(['content_filter', 'safety', 'refusal', 'recitation', 'sensitive'])

/**
 * Reads a chunk of https://platform.openai.com/docs/api-reference/chat-streaming as servers send
 * it. Only the first choice counts; tool calls and thoughts are not text. Throws the server's error
 * where it is one of a stream that had begun.
 */
export function chatDelta(chunk: unknown): ChatDelta {
  const { choices, usage, error } = Chunk.catch({ choices: [], usage: null, error: undefined }).parse(chunk)
  if (error && typeof error === 'object') throw new APIError(undefined, error, undefined, new Headers())
  const choice = choices?.find((one) => (one?.index ?? 0) === 0)
  const said = choice?.delta ?? choice?.message
  const refused = Boolean(said?.refusal)
  return {
    text: textOf(said?.content) || (choice?.text ?? ''),
    isThinking: isFilled(said?.reasoning) || isFilled(said?.reasoning_content),
    finish: refused ? 'declined' : finishOf(choice?.finish_reason),
    usage: usage ? { promptTokens: usage.prompt_tokens, answerTokens: usage.completion_tokens } : null,
  }
}

function textOf(content: z.infer<typeof Content> | null | undefined): string {
  if (typeof content === 'string') return content
  const texts = content?.filter(({ type }) => type === undefined || type === 'text' || type === 'output_text')
  return texts?.map(({ text }) => text ?? '').join('') ?? ''
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** Some servers name no reason, or one of their own; an empty one is none. */
function finishOf(reason: string | null | undefined): ChatDelta['finish'] {
  const name = reason?.toLowerCase() ?? ''
  if (name === '' || name === 'null') return null
  if (name === 'error') throw new APIError(undefined, { code: 'error' }, undefined, new Headers())
  if (lengthReasons.has(name)) return 'length'
  return declinedReasons.has(name) ? 'declined' : 'stop'
}
