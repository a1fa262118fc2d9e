import { picturesApi } from '@portal/contracts/pictures'
import { teamEvents } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { lockOrganization } from '../members/membership.ts'
import { organizationLogos } from '../pictures-schema.ts'
import type { Context, Verb } from '../ports.ts'
import { organizations } from '../schema.ts'
import { encodePicture, type PictureShape } from './encode-picture.ts'
import { pictureUrl, type StoredPicture, sendPicture } from './send-picture.ts'

/** Twice as large as it is shown, for screens with more dots. */
const shape: PictureShape = { box: { width: 480, height: 128 }, isCropped: false }

export const changeLogo: Verb<typeof picturesApi.changeLogo> = async (ctx, { file }) =>
  store(ctx, await encodePicture(file.content, shape))

export const removeLogo: Verb<typeof picturesApi.removeLogo> = (ctx) => store(ctx, null)

function store(ctx: Context, logo: StoredPicture | null) {
  const { organizationId } = ctx
  return ctx.tx(async (db, emit) => {
    await lockOrganization(db, organizationId)
    await db.delete(organizationLogos).where(own(organizationLogos, ctx))
    if (logo) await db.insert(organizationLogos).values({ organizationId, ...logo })
    const logoUrl = logo && pictureUrl(picturesApi.readLogo.path, logo)
    await db.update(organizations).set({ logoUrl }).where(eq(organizations.id, organizationId))
    await emit(teamEvents.logoChanged, { subject: String(organizationId), data: { hasLogo: logo !== null } })
    return ctx.respond(db, { url: logoUrl })
  })
}

export const readLogo: Verb<typeof picturesApi.readLogo> = async (ctx) => {
  const [logo] = await ctx.tx((db) => db.select().from(organizationLogos).where(own(organizationLogos, ctx)))
  return sendPicture(ctx, rowOrNotFound(logo))
}
