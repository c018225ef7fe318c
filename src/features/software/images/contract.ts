/** The longest name of a repository, in characters. */
const LONGEST = 255

/** Whether this is the name of a repository, as the OCI distribution specification has it. */
export function isRepository(name: string): boolean {
  if (name.length > LONGEST) return false
  return name
    .split('/')
    .every((part) => /^[a-z0-9][a-z0-9._-]*$/.test(part) && !/[._-]$|\.\.|\._|_\.|___|-[._]|[._]-/.test(part))
}

/** Whether this is a tag. */
export function isTag(tag: string): boolean {
  return /^\w[\w.-]{0,127}$/.test(tag)
}
