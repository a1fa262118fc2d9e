import { picturesApi } from '@portal/contracts/pictures'
import { routeUrl } from '@portal/contracts/route'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { and, eq, exists, or } from 'drizzle-orm'
import { ofMember } from '../members/membership.ts'
import { changePerson } from '../people/emit-person-changed.ts'
import { personPictures } from '../pictures-schema.ts'
import type { Context, Verb } from '../ports.ts'
import { memberships, people } from '../schema.ts'
import { encodePicture, type PictureShape } from './encode-picture.ts'
import { pictureUrl, type StoredPicture, sendPicture } from './send-picture.ts'

const shape: PictureShape = { box: { width: 256, height: 256 }, isCropped: true }

export const changeOwnPicture: Verb<typeof picturesApi.changeOwnPicture> = async (ctx, { file }) =>
  store(ctx, await encodePicture(file.content, shape))

export const removeOwnPicture: Verb<typeof picturesApi.removeOwnPicture> = (ctx) => store(ctx, null)

function store(ctx: Context, picture: StoredPicture | null) {
  const { personId } = ctx
  return ctx.platformTx(async (db, emit) => {
    const [row] = await db.select().from(people).where(eq(people.id, personId)).for('update')
    const before = rowOrNotFound(row)
    const path = routeUrl(picturesApi.readPicture, { userId: personId })
    const profileImageUrl = picture && pictureUrl(path, picture)
    if (profileImageUrl === before.profileImageUrl) return { url: profileImageUrl }
    await db.delete(personPictures).where(eq(personPictures.personId, personId))
    if (picture) await db.insert(personPictures).values({ personId, ...picture })
    await changePerson(db, emit, { before, set: { profileImageUrl } })
    return ctx.respond(db, { url: profileImageUrl })
  })
}

/** One's own, or a member's of one's own organization; nobody else's (decision 64). */
export const readPicture: Verb<typeof picturesApi.readPicture> = async (ctx, { params: { userId } }) => {
  const [picture] = await ctx.platformTx((db) => {
    const organizationId = ctx.role === null ? null : ctx.organizationId
    const isColleague =
      organizationId !== null &&
      exists(
        db
          .select({ personId: memberships.personId })
          .from(memberships)
          .where(ofMember({ organizationId, personId: userId })),
      )
    const isVisible = or(eq(personPictures.personId, ctx.personId), isColleague || undefined)
    return db
      .select()
      .from(personPictures)
      .where(and(eq(personPictures.personId, userId), isVisible))
  })
  return sendPicture(ctx, rowOrNotFound(picture))
}
