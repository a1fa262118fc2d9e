import { availability } from '../config.ts'
import type { Attack } from './attack.ts'
import { cookieOf } from './drilled-portal.ts'
import { ownOrganization } from './own-organization.ts'
import { Crowd, clientAddress, openFrom, requestHead } from './raw-connections.ts'

const fileBytes = 9_900_000
const type = 'multipart/form-data; boundary=x'

/** Uploads of the largest files whose last byte never comes, of two people. */
export const heldUploads: Attack = {
  name: 'held-uploads',
  growthMbMax: 200,
  start: async (portal) => {
    const people = [await ownOrganization(portal), await portal.signIn('tomas')].map(cookieOf)
    const start = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`
    const body = Buffer.from(start.padEnd(fileBytes, 'word '))
    const crowd = await Crowd.of(availability.heldUploads, async (index) => {
      const socket = await openFrom(portal.address, clientAddress(index % 20))
      const cookie = people[index % people.length] ?? ''
      socket.write(requestHead(portal.address, '/api/documents', { bytes: body.length + 1, type, cookie }))
      socket.write(body)
      return socket
    })
    return {
      figures: () => crowd.figures,
      [Symbol.asyncDispose]: async () => crowd[Symbol.dispose](),
    }
  },
}
