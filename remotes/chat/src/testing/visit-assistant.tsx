import type { ChatMessage, Conversation } from '@portal/contracts/chat'
import { type FixedAnswer, type FixedServer, fixedServer } from '@portal/remote-kit/fixed-server'
import { TestPortal } from '@portal/remote-kit/test-portal'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import { Screen } from '../routes/assistant.tsx'
import { fixedAskAnswer, fixedConversation, fixedSource } from './fixed-answers.ts'

/** How a test comes to the assistant. */
export interface AssistantVisit {
  readonly path?: string
  readonly conversations?: readonly Conversation[]
  /** Messages of the first conversation. */
  readonly messages?: readonly ChatMessage[]
  readonly answers?: Readonly<Record<string, FixedAnswer>>
  /** Width of the window; 1440 unless told otherwise. */
  readonly windowPx?: number
}

/** Someone before the assistant. */
export interface AssistantVisitor {
  readonly server: FixedServer
  readonly person: UserEvent
  /** Where they were sent, the last one last. */
  readonly places: readonly string[]
}

/** Shows the assistant to a member, with a source that can be opened and an answer to every question unless told otherwise. */
export function visitAssistant(visit: AssistantVisit = {}): AssistantVisitor {
  const { path = '/chat', conversations = [], messages = [], answers = {}, windowPx = 1440 } = visit
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: windowPx >= Number(/(\d+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const first = conversations[0] ?? fixedConversation()
  const { documentId, versionId } = fixedSource
  const server = fixedServer({
    'GET /api/conversations': () => Response.json(conversations),
    [`GET /api/conversations/${first.id}`]: () => Response.json({ ...first, messages }),
    'GET /api/documents': () => Response.json([]),
    [`GET /api/documents/${documentId}/versions/${versionId}/text`]: () => Response.json(fixedSource),
    'POST /api/chat': () => Response.json(fixedAskAnswer()),
    ...answers,
  })
  const places: string[] = []
  render(
    <TestPortal path={path} answer={server.answer} onNavigate={(to) => places.push(to)}>
      <Screen />
    </TestPortal>,
  )
  return { server, places, person: userEvent.setup() }
}
