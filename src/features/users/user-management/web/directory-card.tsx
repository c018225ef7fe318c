import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconCircleCheck, IconClock, IconMailX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import {
  type DirectoryMessage,
  discardDirectoryMessage,
  listDirectoryMessages,
  readUser,
  retryDirectoryMessage,
  type User,
} from '../contract.ts'
import { useText } from './text.ts'
import classes from './user-page.module.css'

/**
 * Messages not yet accepted by the user's external directory: they are sent automatically, or a user decides about
 * them.
 */
export function DirectoryCard({ user }: { user: User }) {
  const t = useText()
  const { data, error } = useQueryOf(listDirectoryMessages, { params: { id: user.id } })
  if (error) return null
  const open = data?._embedded.letters.filter(({ state }) => state === 'WAITING' || state === 'FAILED')
  return (
    <Card title={t('directory.title', { provider: user.provider ?? '' })}>
      {!open && <LoadingRows rows={1} />}
      <ul className={classes.lines}>
        {open?.map((message) => (
          <DirectoryMessageRow key={message.id} user={user} letter={message} />
        ))}
        {open?.length === 0 && (
          <li>
            <IconCircleCheck size={18} aria-hidden />
            <span className={classes.words}>{t('directory.allTold')}</span>
          </li>
        )}
      </ul>
    </Card>
  )
}

function DirectoryMessageRow({ user, letter: message }: { user: User; letter: DirectoryMessage }) {
  const t = useText()
  const refreshes = [listDirectoryMessages, readUser]
  const again = useMutationOf(retryDirectoryMessage, {
    refreshes,
    onSuccess: () => toast({ title: t('directory.sent') }),
  })
  const drop = useMutationOf(discardDirectoryMessage, {
    refreshes,
    onSuccess: () => toast({ title: t('directory.dropped') }),
  })
  const params = { id: user.id, messageId: message.id }
  const failed = message.state === 'FAILED'
  const Sign = failed ? IconMailX : IconClock
  const when = formatAge(message.postedAt)
  const who = message.postedBy ? t('directory.by', { who: message.postedBy, when }) : when
  return (
    <li>
      <Sign size={18} aria-hidden />
      <span className={classes.words}>
        {t(commands[message.operation] ?? 'directory.verb.read')}
        <span className={classes.under}>{message.error ?? t('directory.waiting')}</span>
        <span className={classes.under}>{who}</span>
        {message.error && (
          <span className={classes.acts}>
            <Button
              variant="subtle"
              size="compact-sm"
              loading={again.isPending}
              onClick={() => again.mutate({ params })}
            >
              {t('directory.again')}
            </Button>
            {failed && (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={drop.isPending}
                onClick={() => drop.mutate({ params })}
              >
                {t('directory.drop')}
              </Button>
            )}
          </span>
        )}
      </span>
    </li>
  )
}

const commands: Readonly<Record<string, Parameters<ReturnType<typeof useText>>[0]>> = {
  invite: 'directory.verb.invite',
  resetPassword: 'directory.verb.resetPassword',
  resetFactors: 'directory.verb.resetFactors',
  reactivate: 'directory.verb.reactivate',
  endSessions: 'directory.verb.endSessions',
  suspend: 'directory.verb.suspend',
  unsuspend: 'directory.verb.unsuspend',
  unlock: 'directory.verb.unlock',
  deactivate: 'directory.verb.deactivate',
  joinGroup: 'directory.verb.joinGroup',
  leaveGroup: 'directory.verb.leaveGroup',
}
