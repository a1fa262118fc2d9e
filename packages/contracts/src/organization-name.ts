import { visibleName } from './visible-name.ts'

/** Lengths of an organization's name, in characters (product §5). */
export const organizationNameMin = 2
/** See {@link organizationNameMin}. */
export const organizationNameMax = 200
/** Specified message for a name that is too short (product §5). */
export const organizationNameMessage = 'Organization name must be at least 2 characters'

/** An organization's name: trimmed, at least two characters (decision 46). */
export const OrganizationName = visibleName({
  min: organizationNameMin,
  max: organizationNameMax,
  message: organizationNameMessage,
})
