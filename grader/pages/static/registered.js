"use strict";
// A platform opened this page in a window or a frame of its own, which it closes when it hears this; there is nothing in it to keep from others.
(window.opener ?? window.parent).postMessage({ subject: "org.imsglobal.lti.close" }, "*");
