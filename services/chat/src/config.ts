import { ServiceEnvironment } from '@portal/service-kit/config'
import { secretTexts } from '@portal/service-kit/rotated-secrets'
import { z } from 'zod'

/** The environment of chat; the scheme of `MODEL_URL` selects the adapter. */
export const ChatEnvironment = ServiceEnvironment.extend({
  DOCUMENTS_URL: z.url(),
  MASTER_ADMIN_URL: z.url(),
  MODEL_URL: z.string().min(1),
  /** Shared with the gateway, which gives jobs passports for it. */
  DELEGATION_SECRET: secretTexts(32),
  /** Per day. */
  QUOTA_TOKENS_PER_PERSON: z.coerce.number().int().min(1).default(2_000_000),
  QUOTA_TOKENS_PER_ORGANIZATION: z.coerce.number().int().min(1).default(20_000_000),
})
