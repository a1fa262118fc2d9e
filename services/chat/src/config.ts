import { ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'

/** The environment of chat. `MODEL_URL` chooses the adapter: `extractive:` answers with verbatim sentences. */
export const ChatEnvironment = ServiceEnvironment.extend({
  DOCUMENTS_URL: z.url(),
  MODEL_URL: z.string().min(1),
})
