import type { ChatMessage } from '@portal/contracts/chat'
import type { Conversation } from '@portal/contracts/conversations'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { type RenderedScreen, renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import type { ComponentType } from 'react'
import { vi } from 'vitest'
import { Screen } from '../routes/assistant.tsx'
import { fixedAskAnswer, fixedConversation, fixedFacts, fixedSource } from './fixed-answers.ts'
import { streamedAnswer } from './fixed-stream.ts'

export interface AssistantSetup extends ScreenSetup {
  readonly conversations?: readonly Conversation[]
  /** Messages of the first conversation. */
  readonly messages?: readonly ChatMessage[]
  /** Width of the window, 1440 by default. */
  readonly windowPx?: number
  /** Whether the device points with a mouse; by default it is touched. */
  readonly hasMouse?: boolean
  /** The screen; the assistant with its conversations by default. */
  readonly screen?: ComponentType
}

/** Renders the assistant with a source that can be opened and an answer to every question. */
export function renderAssistant(setup: AssistantSetup = {}): RenderedScreen {
  const {
    conversations = [],
    messages = [],
    windowPx = 1440,
    hasMouse = false,
    screen = Screen,
    ...rest
  } = setup
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: fine)' ? hasMouse : windowPx >= Number(/(\d+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const first = conversations[0] ?? fixedConversation()
  const { documentId, versionId } = fixedSource
  return renderScreen(screen, {
    path: '/chat',
    ...rest,
    responses: {
      'GET /api/conversations': () => Response.json(conversations),
      [`GET /api/conversations/${first.id}`]: () => Response.json({ ...first, messages }),
      'GET /api/documents': () => Response.json([]),
      [`GET /api/documents/${documentId}/versions/${versionId}/text`]: () => Response.json(fixedSource),
      [`GET /api/documents/${documentId}/versions/${versionId}/facts`]: () => Response.json(fixedFacts()),
      'GET /api/users/names': () => Response.json([{ id: 'lena', name: 'Lena Vogt' }]),
      'GET /api/organization/settings': () => Response.json(defaultSettings),
      'POST /api/chat/stream': () => streamedAnswer(fixedAskAnswer()),
      ...rest.responses,
    },
  })
}
