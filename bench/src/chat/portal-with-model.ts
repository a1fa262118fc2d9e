import { setTimeout as pause } from 'node:timers/promises'
import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { followRoute } from '@portal/contracts/event-stream'
import { startAnsweringServices } from '../answers/services.ts'

export interface PortalWithModel extends AsyncDisposable {
  ask(question: string): Promise<{ readonly outcome: string }>
  /** Resolves with the first checked statement; the rest is not waited for. */
  firstStatement(question: string): Promise<void>
}

const actor = { personId: 'bench', organizationId: 1, role: 'admin' } as const
const policy = `Leave Policy

Annual leave

${['Employees have 25 days of annual leave.', 'Leave is requested in writing.', 'Managers answer within three working days.'].join(' ')}
`

/** Starts both services with the model; resolves when the policy is searchable. */
export async function startPortalWithModel(modelUrl: string): Promise<PortalWithModel> {
  await using opened = new AsyncDisposableStack()
  const services = opened.use(await startAnsweringServices(modelUrl))
  await upload(services.library(actor))
  const client = services.assistant(actor)
  const owned = opened.move()
  return {
    ask: (question) => client.call(chatApi.ask, { body: { question } }),
    firstStatement: async (question) => {
      const asked = { route: assistantApi.streamAnswer, input: { body: { question } } }
      for await (const { event } of followRoute(client, asked)) if (event === 'text') return
      throw new Error('The portal did not answer.')
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function upload(client: Client): Promise<void> {
  await client.call(documentsApi.uploadDocument, {
    form: { title: 'Leave Policy' },
    file: new Blob([policy]),
    fileName: 'leave-policy.txt',
  })
  for (let tries = 0; tries < 300; tries += 1) {
    const [document] = await client.call(documentsApi.listDocuments, { query: {} })
    if (document?.ingestion.state === 'ready') return
    await pause(100)
  }
  throw new Error('The policy was not read within 30 s.')
}
