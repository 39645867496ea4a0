import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { LoginPage } from '../pages/login-page.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { messages } from '../messages/first.ts'
import { PageSpinner } from '../ui/feedback/page-spinner.tsx'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'
import { Only, SignedOutOnly } from './guards.tsx'
import { loadDashboard, loadEditor, loadProfile, startWith } from './loaders.ts'

// A build-time constant: the page is left out of the production build.
const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/components',
        lazy: async () => ({
          Component: (await import('../pages/components-page.tsx')).ComponentsPage,
        }),
      },
    ]
  : []

/** Only the login page is part of the app's own code; the others are loaded lazily. */
export const router = createBrowserRouter([
  {
    element: <Frame />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner label={messages.common.loading} />,
    children: [
      { path: '/', element: <Navigate to="/login" replace /> },
      {
        element: <SignedOutOnly />,
        // Signed-in users are redirected to the dashboard.
        loader: loadDashboard,
        children: [
          { path: '/login', Component: LoginPage },
          {
            path: '/signup',
            lazy: async () => ({
              Component: (await import('../pages/sign-up-page.tsx')).SignUpPage,
            }),
          },
        ],
      },
      {
        path: '/auth/reset-password',
        lazy: async () => ({
          Component: (await import('../pages/reset-password-page.tsx')).ResetPasswordPage,
        }),
      },
      {
        element: <Only standing="pending" />,
        children: [
          {
            path: '/pending',
            loader: loadProfile,
            lazy: async () => ({
              Component: (await import('../pages/pending-page.tsx')).PendingPage,
            }),
          },
        ],
      },
      {
        element: <Only standing="approved" />,
        children: [
          {
            path: '/dashboard',
            loader: loadDashboard,
            lazy: async () => ({
              Component: (await import('../pages/dashboard-page.tsx')).DashboardPage,
            }),
          },
          {
            path: '/editor/:scriptId?',
            loader: loadEditor,
            // A navigation to the same path only adds a history entry: the document is already open.
            shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
            lazy: async () => ({
              Component: (await import('../pages/editor-page.tsx')).EditorPage,
            }),
          },
        ],
      },
      {
        element: <Only standing="admin" />,
        children: [
          {
            path: '/admin',
            loader: loadProfile,
            lazy: async () => ({ Component: (await import('../pages/admin-page.tsx')).AdminPage }),
          },
        ],
      },
      ...developmentRoutes,
      { path: '*', Component: NotFoundPage },
    ],
  },
])

startWith(router.state.location)

/** Resolves when the code and the data of the first page are there, or when it shows its own spinner. */
export function firstPageReady(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve()
    else
      router.subscribe(({ initialized }) => {
        if (initialized) resolve()
      })
  })
}
