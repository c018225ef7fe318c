import { IconExternalLink } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import type { LinkJob } from '../contract.ts'
import { useText } from '../texts.ts'
import { FollowedText } from './followed-text.tsx'
import classes from './links-page.module.css'

type Build = NonNullable<LinkJob['build']>

const colours: Readonly<Record<Build['state'], BadgeColour>> = {
  WAITING: 'light-grey',
  QUEUED: 'grey',
  RUNNING: 'light-blue',
  SUCCEEDED: 'green',
  FAILED: 'red',
  CANCELLED: 'grey',
}

/** The build of a job: its state, its parameters and its console output, which follows while it runs. */
export function BuildCard({ build, output }: { build: Build; output: string }) {
  const t = useText()
  const { state, number, queueItem, url, error, parameters } = build
  const note =
    number !== null
      ? t('build.number', { number })
      : queueItem === null
        ? t('build.waiting')
        : t('build.queued', { item: queueItem })
  return (
    <Card
      title={t('build.title')}
      note={note}
      right={
        <>
          <Badge colour={colours[state]} blinking={state === 'RUNNING'}>
            {t(`build.state.${state}`)}
          </Badge>
          {url && (
            <Button
              size="compact-sm"
              variant="subtle"
              href={url}
              rightSection={<IconExternalLink size={14} aria-hidden />}
            >
              {t('build.open')}
            </Button>
          )}
        </>
      }
    >
      {error && <InlineAlert colour="red">{error}</InlineAlert>}
      <ul className={classes.parameters} aria-label={t('build.parameters')}>
        {Object.entries(parameters).map(([name, value]) => (
          <li key={name} translate="no">
            {`${name}=${value}`}
          </li>
        ))}
      </ul>
      <FollowedText label={t('build.output')} text={output === '' ? t('build.noOutput') : output} />
    </Card>
  )
}
