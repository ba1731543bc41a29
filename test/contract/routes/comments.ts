import { get, post, put, remove, request, type Route, space } from '../route.js';

const commentsAt = (base: string): Route[] => {
  const comment = `${base}/comments/{commentId}`;
  const reply = `${comment}/replies/{commentReplyId}`;
  return [
    get(`${base}/comments`, 'space:comments:read', 'read'),
    post(`${base}/comments`, 'space:comments:write', 'comment')(),
    get(comment, 'space:comments:read', 'read'),
    put(comment, 'space:comments:write', 'comment', 200)(),
    remove(comment, 'space:comments:write', 'review'),
    get(`${comment}/replies`, 'space:comments:read', 'read'),
    post(`${comment}/replies`, 'space:comments:write', 'comment')(),
    get(reply, 'space:comments:read', 'read'),
    put(reply, 'space:comments:write', 'comment', 200)(),
    remove(reply, 'space:comments:write', 'review'),
    get(`${base}/commenters`, 'space:comments:read', 'read'),
  ];
};

/** A comment belongs to the space or to the change request, so each base has different ids. */
const ofRequest: Pick<Route, 'params'> = { params: (fixture) => fixture.requestComment };

export const commentRoutes: Route[] = [
  ...commentsAt(space),
  ...commentsAt(request).map((route) => ({ ...route, ...ofRequest })),
];
