import { z } from 'zod'
import { route } from './route.ts'

/** The media type in which every picture is kept and sent, whatever was uploaded. */
export const pictureType = 'image/webp'

/** The most pixels that an uploaded picture may have, as phones take them: 5712 × 4284. */
export const picturePixelsMax = 25_000_000

/** Where a picture is read; another picture has another address. Null: there is none. */
export const PictureAddress = z.object({ url: z.string().nullable() })

/** Part of a picture's address that changes with it; what is sent is always the present one. */
const Version = z.object({
  version: z.string().max(64, 'Version must be at most 64 characters.').optional(),
})

/** Pictures of people (decision 64) and the logos of organizations, served by team. */
export const picturesApi = {
  changeOwnPicture: route('PUT', '/api/profile/picture', {
    can: 'signed-in',
    summary: "Upload one's own picture: PNG, JPEG or WebP, kept without its metadata",
    form: z.object({}),
    returns: PictureAddress,
    bearer: false,
    deadlineMs: 60_000,
  }),
  removeOwnPicture: route('DELETE', '/api/profile/picture', {
    can: 'signed-in',
    summary: "Remove one's own picture",
    returns: PictureAddress,
  }),
  readPicture: route('GET', '/api/users/{userId}/picture', {
    can: 'signed-in',
    summary: "One's own picture, or that of a member of the organization",
    params: z.object({ userId: z.string().min(1).max(200) }),
    query: Version,
    streams: [pictureType],
  }),
  changeLogo: route('PUT', '/api/organization/logo', {
    can: 'organization:change-settings',
    summary: 'Upload the logo: PNG, JPEG or WebP, kept without its metadata',
    form: z.object({}),
    returns: PictureAddress,
    bearer: false,
    deadlineMs: 60_000,
  }),
  removeLogo: route('DELETE', '/api/organization/logo', {
    can: 'organization:change-settings',
    summary: 'Remove the logo',
    returns: PictureAddress,
  }),
  readLogo: route('GET', '/api/organization/logo', {
    can: 'organization:read',
    summary: 'The logo of the organization',
    query: Version,
    streams: [pictureType],
  }),
} as const
