import { Star } from 'lucide-react'

const tones = {
  green: 'text-success-text',
  yellow: 'text-warning-text',
  red: 'text-danger-text',
  neutral: 'text-tertiary',
}

/** Product §9; neutral without ratings (decision 32). */
function ratingTone(value: number | null): keyof typeof tones {
  if (value === null) return 'neutral'
  if (value >= 4.5) return 'green'
  return value >= 3.5 ? 'yellow' : 'red'
}

const stars = [0, 1, 2, 3, 4] as const

/** A mean rating from 1 to 5 with one decimal and stars, or a dash without ratings. */
export function RatingDisplay({ value }: { value: number | null }) {
  const tone = ratingTone(value)
  const text = value === null ? '–' : value.toFixed(1)
  return (
    <span
      role="img"
      aria-label={value === null ? 'No ratings yet' : `${text} out of 5`}
      data-tone={tone}
      className="inline-flex items-center gap-1.5 whitespace-nowrap font-medium"
    >
      <span className={tones[tone]}>
        {text}
        {value !== null && <span className="font-regular text-tertiary"> / 5</span>}
      </span>
      <span className="inline-flex gap-px">
        {stars.map((star) => (
          <StarPart key={star} share={Math.min(1, Math.max(0, (value ?? 0) - star))} />
        ))}
      </span>
    </span>
  )
}

const starClass = 'size-3.5 fill-current stroke-none'

function StarPart({ share }: { share: number }) {
  return (
    <span className="relative inline-block text-star-empty">
      <Star className={starClass} />
      {share > 0 && (
        <span
          className="absolute inset-y-0 left-0 overflow-hidden text-star"
          style={{ width: `${share * 100}%` }}
        >
          <Star className={starClass} />
        </span>
      )}
    </span>
  )
}
