import { openDocumentEngines } from '@portal/testkit/document-engines'
import { openTestEventBus } from '@portal/testkit/test-event-bus'
import { describe } from 'vitest'
import { describeDeletion } from './organization-deletion-suite.fixture.ts'

describe('the deletion of an organization on embedded engines', () => {
  describeDeletion(async () => {
    const events = await openTestEventBus()
    const { ports, close } = await openDocumentEngines()
    return {
      bus: events.bus,
      ports,
      close: async () => {
        await close()
        await events.close()
      },
    }
  })
})
