import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { HistoryItem, LocalModel } from './local-model.ts'

/** An error in the format that OpenAI's clients parse. */
export class WireError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const Part = z.object({ type: z.literal('text'), text: z.string() })
const Content = z.union([
  z.string(),
  z.array(Part).transform((parts) => parts.map((part) => part.text).join('')),
])

/** See https://platform.openai.com/docs/api-reference/chat/create; other settings are ignored. */
export const ChatRequest = z.object({
  model: z.string(),
  messages: z
    .array(z.object({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: Content }))
    .min(1),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().default(false) }).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

export interface ChatCall {
  readonly chat: ChatRequest
  readonly model: LocalModel
  readonly response: ServerResponse
  readonly id: string
}

const usualTokens = 256

/** Responds in one piece or with server-sent events. Aborts when the client disconnects. */
export async function answerChat(call: ChatCall): Promise<void> {
  const { chat, model } = call
  const promptTokens = countPrompt(chat, model)
  if (chat.stream) return streamAnswer(call, promptTokens)
  let content = ''
  const reason = await run(call, (text) => {
    content += text
  })
  const message = { role: 'assistant', content }
  call.response.writeHead(200, { 'content-type': 'application/json' })
  call.response.end(
    JSON.stringify({
      ...envelope(call, 'chat.completion'),
      choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
      usage: usage(promptTokens, model.countTokens(content)),
    }),
  )
}

async function streamAnswer(call: ChatCall, promptTokens: number): Promise<void> {
  const { chat, model, response } = call
  const send = (delta: object, reason: string | null) =>
    write(response, {
      ...envelope(call, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    })
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  send({ role: 'assistant', content: '' }, null)
  let content = ''
  const reason = await run(call, (text) => {
    content += text
    send({ content: text }, null)
  })
  send({}, reason)
  if (chat.stream_options?.include_usage) {
    const counted = usage(promptTokens, model.countTokens(content))
    write(response, { ...envelope(call, 'chat.completion.chunk'), choices: [], usage: counted })
  }
  response.end('data: [DONE]\n\n')
}

function run(
  { chat, model, response }: ChatCall,
  onText: (text: string) => void,
): Promise<'stop' | 'length'> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const [last, ...before] = chat.messages.toReversed()
  return model.answer({
    history: before.toReversed().map(historyItem),
    prompt: last?.content ?? '',
    maxTokens: chat.max_completion_tokens ?? chat.max_tokens ?? usualTokens,
    temperature: chat.temperature ?? 0,
    signal: gone.signal,
    onText,
  })
}

function historyItem({ role, content }: ChatRequest['messages'][number]): HistoryItem {
  if (role === 'assistant') return { type: 'model', response: [content] }
  return { type: role === 'user' ? 'user' : 'system', text: content }
}

function countPrompt(chat: ChatRequest, model: LocalModel): number {
  const count = chat.messages.reduce((sum, { content }) => sum + model.countTokens(content), 0)
  if (count < model.contextTokens) return count
  throw new WireError(
    400,
    'context_length_exceeded',
    `This model's maximum context length is ${model.contextTokens} tokens. However, your messages resulted in ${count} tokens.`,
  )
}

function envelope({ id, chat }: ChatCall, object: string) {
  return { id, object, created: Math.floor(Date.now() / 1000), model: chat.model }
}

function usage(prompt: number, completion: number) {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

function write(response: ServerResponse, event: object): void {
  response.write(`data: ${JSON.stringify(event)}\n\n`)
}
