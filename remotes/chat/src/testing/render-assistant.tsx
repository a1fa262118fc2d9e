import type { ChatMessage, Conversation } from '@portal/contracts/chat'
import { type RenderedScreen, renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { vi } from 'vitest'
import { Screen } from '../routes/assistant.tsx'
import { fixedAskAnswer, fixedConversation, fixedSource } from './fixed-answers.ts'

export interface AssistantSetup extends ScreenSetup {
  readonly conversations?: readonly Conversation[]
  /** Messages of the first conversation. */
  readonly messages?: readonly ChatMessage[]
  /** Width of the window, 1440 by default. */
  readonly windowPx?: number
}

/** Renders the assistant with a source that can be opened and an answer to every question. */
export function renderAssistant(setup: AssistantSetup = {}): RenderedScreen {
  const { conversations = [], messages = [], windowPx = 1440, ...rest } = setup
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: windowPx >= Number(/(\d+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const first = conversations[0] ?? fixedConversation()
  const { documentId, versionId } = fixedSource
  return renderScreen(Screen, {
    path: '/chat',
    ...rest,
    responses: {
      'GET /api/conversations': () => Response.json(conversations),
      [`GET /api/conversations/${first.id}`]: () => Response.json({ ...first, messages }),
      'GET /api/documents': () => Response.json([]),
      [`GET /api/documents/${documentId}/versions/${versionId}/text`]: () => Response.json(fixedSource),
      'POST /api/chat': () => Response.json(fixedAskAnswer()),
      ...rest.responses,
    },
  })
}
