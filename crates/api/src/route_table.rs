//! Routes with their documentation, as one type for all handlers.
//!
//! The router, its layers and its services are generic over the handler. With the type of each handler they would be compiled
//! once for each of them, which took a third of this crate's build.

use crate::App;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use futures_util::future::BoxFuture;
use std::sync::Arc;
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa_axum::PathItemExt;
use utoipa_axum::router::UtoipaMethodRouter;

/// Handlers of one path, each described by `#[utoipa::path]`. As `utoipa_axum::routes!`, which describes them.
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        let mut routes = utoipa_axum::router::UtoipaMethodRouter::<$crate::App>::default();
        $({
            let mut schemas = Vec::new();
            let (path, operation, methods) = utoipa_axum::routes!(@resolve_types $handler : schemas);
            routes.0.append(&mut schemas);
            let handler = $crate::route_table::AnyHandler::of($handler);
            $crate::route_table::add(&mut routes, path, operation, methods, &handler);
        })+
        routes
    }};
}

pub(crate) use routes;

/// A handler without its type.
#[derive(Clone)]
pub(crate) struct AnyHandler(Arc<dyn Fn(Request, App) -> BoxFuture<'static, Response> + Send + Sync>);

impl AnyHandler {
    pub(crate) fn of<T, H>(handler: H) -> Self
    where
        T: 'static,
        H: Handler<T, App, Future = BoxFuture<'static, Response>> + Sync,
    {
        Self(Arc::new(move |request, app| handler.clone().call(request, app)))
    }
}

impl Handler<(), App> for AnyHandler {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// Adds a handler with its path, its operation and the methods for which it is called.
pub(crate) fn add(
    described: &mut UtoipaMethodRouter<App>,
    path: String,
    operation: Operation,
    methods: Vec<HttpMethod>,
    handler: &AnyHandler,
) {
    let (_, paths, router) = described;
    for method in &methods {
        *router = std::mem::take(router).on(method.to_method_filter(), handler.clone());
    }
    paths.add_path_operation(path, methods, operation);
}
