import classes from './upload-bar.module.css'

/**
 * The progress of an upload: up to 70 percent the bytes, in blue, then the saving, in violet. Broken is red, paused
 * grey, done green.
 */
export function UploadBar({
  percent,
  tone,
  label,
}: {
  percent: number
  tone?: 'failed' | 'paused' | 'done' | undefined
  label: string
}) {
  const whole = Math.round(percent)
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={whole}
      aria-valuemin={0}
      aria-valuemax={100}
      data-tone={tone}
    >
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
        <rect className={classes.upload} width={tone ? percent : Math.min(percent, 70)} height={1} />
        {!tone && percent > 70 && <rect className={classes.save} x={70} width={percent - 70} height={1} />}
      </svg>
    </div>
  )
}
