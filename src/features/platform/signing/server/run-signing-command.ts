import { spawn } from 'node:child_process'
import { Variables } from '#kit/server/config-variables.ts'
import { SigningFailed } from './signer.ts'

/** A program of the operator, with its arguments, that holds a signing key. */
export type SigningCommand = { readonly words: readonly string[]; readonly timeoutMs: number }

const LONGEST_OUTPUT = 10_000

/** Runs the command with `verb` as its last argument and returns what it prints. */
export function runSigningCommand(
  { words, timeoutMs }: SigningCommand,
  verb: 'public-key' | 'sign',
  input: Buffer = Buffer.alloc(0),
): Promise<Buffer> {
  const [program = '', ...commandArguments] = words
  return new Promise((resolve, reject) => {
    // A group of its own, so that what the command starts ends with it.
    const child = spawn(program, [...commandArguments, verb], { detached: true, env: environment() })
    const fail = (why: string) => {
      clearTimeout(timer)
      end(child.pid)
      reject(new SigningFailed(`The signing command ${why}`))
    }
    const timer = setTimeout(() => fail(`did not end within ${timeoutMs / 1000} seconds.`), timeoutMs)
    const output: Buffer[] = []
    let size = 0
    let complaint = ''
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > LONGEST_OUTPUT) fail('printed too much.')
      else output.push(part)
    })
    child.stderr.on('data', (part: Buffer) => {
      complaint = (complaint + part).slice(-LONGEST_OUTPUT)
    })
    child.once('error', (failure: NodeJS.ErrnoException) => fail(`cannot be run: ${failure.code ?? failure.message}.`))
    child.once('close', (code, signal) => {
      if (code === 0) {
        clearTimeout(timer)
        return resolve(Buffer.concat(output))
      }
      const last = complaint.trim().split('\n').at(-1)?.slice(0, 200)
      fail(`ended with ${code === null ? signal : `status ${code}`}${last ? `: ${last}` : ''}`.replace(/\.?$/, '.'))
    })
    // A command that reads nothing closes its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** The environment without the settings of the portal: some of them are secrets. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in Variables.shape)))
}

function end(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
