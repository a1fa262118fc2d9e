import type { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'
import { changeJoinCode } from './change-join-code.ts'
import { newJoinCode } from './codes.ts'

export const rotateJoinCode: Verb<typeof teamApi.rotateJoinCode> = (ctx) => changeJoinCode(ctx, newJoinCode())
