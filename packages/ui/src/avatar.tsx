import { Avatar as Radix } from 'radix-ui'
import { classNames } from './class-names.ts'

/** The fields of the current user that an avatar shows. */
export interface AvatarPerson {
  readonly firstName?: string | null | undefined
  readonly email?: string | null | undefined
  readonly profileImageUrl?: string | null | undefined
}

/** Product §2: first letter of the first name, else of the e-mail address, else U. */
export function initialOf({ firstName, email }: AvatarPerson): string {
  const source = firstName?.trim() || email?.trim() || 'U'
  const letter = new Intl.Segmenter().segment(source).containing(0)?.segment ?? 'U'
  return letter.toLocaleUpperCase()
}

const sizes = { md: 'size-7 text-12', lg: 'size-8 text-13', xl: 'size-16 text-20' }

/** A person's picture, or their initial. Decorative: always next to the name. */
export function Avatar({ person, size = 'md' }: { person: AvatarPerson; size?: keyof typeof sizes }) {
  return (
    <Radix.Root
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-pill border border-default bg-neutral-subtle font-semibold text-secondary',
        sizes[size],
      )}
    >
      {person.profileImageUrl && (
        <Radix.Image
          src={person.profileImageUrl}
          alt=""
          className="col-start-1 row-start-1 size-full object-cover"
        />
      )}
      <Radix.Fallback className="col-start-1 row-start-1 leading-none">{initialOf(person)}</Radix.Fallback>
    </Radix.Root>
  )
}
