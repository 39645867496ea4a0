import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { messages } from '../messages.ts'
import { LoginPage } from '../pages/login-page.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { PageSpinner } from '../ui/feedback/page-spinner.tsx'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'
import { Only, SignedOutOnly } from './guards.tsx'

// The condition is a constant of the build: the published app does not contain the page.
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

/** The table of routes of the spec. Only the first page is loaded with the app itself. */
export const router = createBrowserRouter([
  {
    element: <Frame />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner label={messages.common.loading} />,
    children: [
      { path: '/', element: <Navigate to="/login" replace /> },
      {
        element: <SignedOutOnly />,
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
            lazy: async () => ({
              Component: (await import('../pages/dashboard-page.tsx')).DashboardPage,
            }),
          },
          {
            path: '/editor/:scriptId?',
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
            lazy: async () => ({ Component: (await import('../pages/admin-page.tsx')).AdminPage }),
          },
        ],
      },
      ...developmentRoutes,
      { path: '*', Component: NotFoundPage },
    ],
  },
])
