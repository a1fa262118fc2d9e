import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ModelTurn } from './model-turn.ts'

/** Streams an answer as server-sent events of the chat protocol, a few letters at a time. */
export async function streamAnswer(response: ServerResponse, words: string, turn: ModelTurn): Promise<void> {
  const tokens = words.match(/[\s\S]{1,4}/g) ?? []
  const { breaksAfter } = turn
  if (breaksAfter?.how === 'reset' && breaksAfter.tokens === 0) return void response.destroy()
  await pause(turn.firstTokenMs ?? 0)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send(response, { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] })
  for (const [at, content] of tokens.entries()) {
    if (breaksAfter?.tokens === at) return breakOff(response, breaksAfter.how)
    if (at > 0 && turn.tokenMs) await pause(turn.tokenMs)
    if (response.destroyed) return
    send(response, { choices: [{ index: 0, delta: { content }, finish_reason: null }] })
  }
  if (breaksAfter) return breakOff(response, breaksAfter.how)
  send(response, { choices: [{ index: 0, delta: {}, finish_reason: turn.finish ?? 'stop' }] })
  send(response, {
    choices: [],
    usage: { prompt_tokens: 1000, completion_tokens: tokens.length, total_tokens: 1000 },
  })
  response.end('data: [DONE]\n\n')
}

function breakOff(response: ServerResponse, how: 'reset' | 'end' | 'garbage' | 'silence'): void {
  // Not a TCP reset, which would also discard data that the client has not read yet.
  if (how === 'reset') response.destroy()
  if (how === 'end') response.end()
  if (how === 'garbage') response.end('data: {"choices": [{"del\n\n')
}

function send(response: ServerResponse, chunk: object): void {
  const known = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'misbehaving' }
  response.write(`data: ${JSON.stringify({ ...known, ...chunk })}\n\n`)
}
