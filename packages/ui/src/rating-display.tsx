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

const stars = [1, 2, 3, 4, 5].map((star) => (
  <Star key={star} className="size-3.5 shrink-0 fill-current stroke-none" />
))

/** A mean rating from 1 to 5 with one decimal and stars, or a dash without ratings. */
export function RatingDisplay({ value }: { value: number | null }) {
  const tone = ratingTone(value)
  const text = value === null ? '–' : value.toFixed(1)
  return (
    <span
      role="img"
      aria-label={value === null ? 'No ratings yet' : `${text} out of 5`}
      data-tone={tone}
      className="inline-flex flex-wrap items-center gap-x-1.5 whitespace-nowrap font-medium"
    >
      <span className={tones[tone]}>
        {text}
        {value !== null && <span className="font-regular text-tertiary"> / 5</span>}
      </span>
      <span className="relative inline-flex gap-px text-star-empty">
        {stars}
        <span
          className="absolute inset-y-0 left-0 flex gap-px overflow-hidden text-star"
          style={{ width: `${(value ?? 0) * 20}%` }}
        >
          {stars}
        </span>
      </span>
    </span>
  )
}
