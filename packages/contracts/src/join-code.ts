import { z } from 'zod'
import { route } from './route.ts'

/** Joining by code (decisions 1 and 2): an organization has one code or none. */
export const joinCodeApi = {
  rotateJoinCode: route('POST', '/api/organizations/join-code', {
    can: 'organization:manage-join-code',
    summary: 'Draw a new join code, or switch joining by code on; the earlier code stops working at once',
    returns: z.object({ joinCode: z.string() }),
    bearer: false,
  }),
  switchOffJoinCode: route('DELETE', '/api/organizations/join-code', {
    can: 'organization:manage-join-code',
    summary: 'Switch joining by code off',
  }),
} as const
