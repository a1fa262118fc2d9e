import { z } from 'zod'

/** Secrets of one purpose: the first makes, all are accepted. Several while one is replaced. */
export type Secrets<Secret> = readonly [Secret, ...Secret[]]

const apart = /\s+/

/** Texts with spaces between, each as `one` accepts it. */
function rotated<Secret>(one: z.ZodType<Secret, string>) {
  return z.string().transform((text, problem): Secrets<Secret> => {
    const read = text
      .trim()
      .split(apart)
      .map((each) => one.safeParse(each))
    const [first, ...former] = read.flatMap((each) => (each.success ? [each.data] : []))
    if (first !== undefined && read.every((each) => each.success)) return [first, ...former]
    const [why] = read.flatMap((each) => each.error?.issues ?? [])
    problem.addIssue(why?.message ?? 'is missing')
    return z.NEVER
  })
}

/** A key of 32 bytes in base64, and those that it replaces. */
export const SecretKeys = rotated(
  z
    .string()
    .refine((value) => Buffer.from(value, 'base64').length === 32, { error: 'must be 32 bytes in base64' })
    .transform((value) => Buffer.from(value, 'base64')),
)

/** A secret text of so many characters at least, and those that it replaces. */
export function secretTexts(lengthMin: number) {
  return rotated(z.string().min(lengthMin, `must have ${lengthMin} characters`))
}
