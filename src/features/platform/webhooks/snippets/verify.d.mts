export function verify(headers: Record<string, string>, body: string, secret: string): boolean
