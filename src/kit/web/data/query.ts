import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { type CallOptions, call, type Input, type Reply } from './call.ts'
import { showError } from './show-error.ts'

/** The page's one cache of server responses. Live messages invalidate it, so nothing is requested twice in 30 s. */
export const queryClient = new QueryClient({
  // What was deleted, or is no longer visible to this user, does not stay on screen.
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (error instanceof ApiError && error.status === 404) query.setState({ data: undefined })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 600_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && mayRetry(error),
    },
  },
})

/** What the states of a query need of it: `useQueryOf` and `useEveryOf` return it. */
export type Query<Data> = {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Query options of an endpoint: the key is its name and its input, so `refresh` finds it. */
export function queryOf<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: Omit<CallOptions, 'signal'> = {},
) {
  return queryOptions({
    queryKey: [endpoint.name, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
  })
}

/** Reads an endpoint and stores its response; `enabled: false` waits. */
export function useQueryOf<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: {
    enabled?: boolean /** Shows the previous response while a new one is requested. */
    refetchInterval?: number
    keep?: boolean
  } = {},
) {
  const { keep, ...rest } = options
  return useQuery({
    queryKey: [endpoint.name, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...rest,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Requests again, where it is on screen, everything that these endpoints returned. */
export function refresh(...endpoints: readonly AnyEndpoint[]): Promise<unknown> {
  return Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: [endpoint.name] })))
}

type MutationSettings<E extends AnyEndpoint> = {
  /** Endpoints whose responses the change makes stale. */
  refreshes?: readonly AnyEndpoint[]
  onSuccess?: (reply: Reply<E>, input: Input<E> & { version?: string | number }) => void
  /** Shows the error itself; without it the shared error toast does. */
  onProblem?: (problem: ApiError, input: Input<E>) => void
}

/** Changes something: `mutate({params, body, version})`. Errors go to `onProblem`, else to the shared error toast. */
export function useMutationOf<E extends AnyEndpoint>(endpoint: E, settings: MutationSettings<E> = {}) {
  const client = useQueryClient()
  return useMutation<Reply<E>, Error, Input<E> & { version?: string | number }>({
    mutationFn: (input) => call(endpoint, input, { version: input.version }),
    onSuccess: async (reply, input) => {
      settings.onSuccess?.(reply, input)
      await Promise.all((settings.refreshes ?? []).map((stale) => client.invalidateQueries({ queryKey: [stale.name] })))
    },
    onError: (error, input) => {
      // Another user was faster: their version is shown.
      if (error instanceof ApiError && error.status === 412) void refresh(...(settings.refreshes ?? []))
      if (settings.onProblem && error instanceof ApiError) settings.onProblem(error, input)
      else showError(error)
    },
  })
}

function mayRetry(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503)
}
