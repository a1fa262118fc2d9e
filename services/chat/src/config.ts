import { ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'

/** The environment of chat; the scheme of `MODEL_URL` selects the adapter. */
export const ChatEnvironment = ServiceEnvironment.extend({
  DOCUMENTS_URL: z.url(),
  MODEL_URL: z.string().min(1),
})
