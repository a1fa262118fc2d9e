import type { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'
import { changeJoinCode } from './change-join-code.ts'
import { newJoinCode } from './codes.ts'

export const rotateJoinCode: Verb<typeof teamApi.rotateJoinCode> = async (ctx) => {
  const joinCode = newJoinCode()
  await changeJoinCode(ctx, joinCode)
  return { joinCode }
}
