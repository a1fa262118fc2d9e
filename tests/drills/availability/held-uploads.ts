import { availability } from '../config.ts'
import type { Attack } from './attack.ts'
import { cookieOf } from './cookie-header.ts'
import { enter, ownOrganization } from './own-organization.ts'
import { Crowd, clientAddress, openFrom, requestHead } from './raw-connections.ts'

const fileBytes = 9_900_000
const type = 'multipart/form-data; boundary=x'

/**
 * Uploads of the largest files whose last byte never comes, of two people. More than the service
 * takes at once.
 */
export const heldUploads: Attack = {
  name: 'held-uploads',
  growthMbMax: 200,
  start: async (target) => {
    const { address } = target
    const people = [await ownOrganization(target), await enter(target, 'tomas')].map(cookieOf)
    const start = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`
    const body = Buffer.from(start.padEnd(fileBytes, 'word '))
    return Crowd.of({
      size: availability.heldUploads,
      againAfterMs: 100,
      join: async (index) => {
        const socket = await openFrom(address, clientAddress(index % 20))
        const cookie = people[index % people.length] ?? ''
        socket.write(requestHead(address, '/api/documents', { bytes: body.length + 1, type, cookie }))
        socket.write(body)
        return socket
      },
    })
  },
}
