import type { TextKind } from '@portal/service-kit/ports/embedder'
import { expect, it } from 'vitest'
import { embedQueue } from './embed-queue.ts'

it.each<[string, TextKind]>([
  ['questions', 'query'],
  ['passages that somebody waits for', 'passage'],
])('of %s organizations take turns by text, and one asks in its own order', async (_, kind) => {
  const enqueue = embedQueue({ all: 1, passages: 1 })
  const order: string[] = []
  const encode = async (text: string) => void order.push(text)
  const ask = (organizationId: number, ...texts: string[]) =>
    enqueue({ texts, kind, options: { isAwaited: true, organizationId }, encode })
  const crowd = ['a1', 'a2', 'a3', 'a4'].map((text) => ask(1, text))
  await Promise.all([...crowd, ask(2, 'b1', 'b2'), ask(3, 'c1')])
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})
