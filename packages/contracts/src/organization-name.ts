import { visibleName } from './visible-name.ts'

/** Longest name of an organization, in characters (decision 66). */
export const organizationNameMax = 200

/** An organization's name: trimmed, at least two characters (product §5, decision 46). */
export const OrganizationName = visibleName({ label: 'Organization name', min: 2, max: organizationNameMax })
