import type { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'
import { changeJoinCode } from './change-join-code.ts'

export const switchOffJoinCode: Verb<typeof teamApi.switchOffJoinCode> = async (ctx) => {
  await changeJoinCode(ctx, null)
  return undefined
}
