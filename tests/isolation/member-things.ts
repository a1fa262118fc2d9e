import { teamApi } from '@portal/contracts/team'
import { pngOfOnePixel } from '@portal/testkit/route-samples'
import { type Organization, register } from './isolated-portal.ts'
import type { Make } from './version-things.ts'

/** The latest to draw a code of an organization: each ends the one before it. */
const draws = new WeakMap<Organization, Promise<unknown>>()

/** Runs after what draws codes of the organization already. */
export function inTurnOfCodes<T>(organization: Organization, act: () => Promise<T>): Promise<T> {
  const turn = (draws.get(organization) ?? Promise.resolve()).then(act, act)
  draws.set(organization, turn)
  return turn
}

export const newMember: Make = async ({ services }, { organization }) => {
  const { members, label } = organization
  const userId = await register(services, label)
  await inTurnOfCodes(organization, async () => {
    const { joinCode: code } = await services.team.as(members.admin).call(teamApi.rotateJoinCode, {})
    await services.team.as({ personId: userId }).call(teamApi.joinOrganization, { params: { code } })
  })
  return { userId }
}

export const newPictured: Make = async (portal, whose) => {
  const { userId = '' } = await newMember(portal, whose)
  const person = portal.services.team.as({ personId: userId })
  const file = new Blob([pngOfOnePixel])
  await person.call(teamApi.changeOwnPicture, { form: {}, file, fileName: 'me.png' })
  return { picturedId: userId }
}
