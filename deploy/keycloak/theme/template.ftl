<#import "footer.ftl" as footer>
<#-- The frame of every page. Our pages forbid inline scripts; Keycloak's own pages have some and set no policy. -->
<#macro registrationLayout bodyClass="" displayInfo=false displayMessage=true displayRequiredFields=false isOurs=false>
<#assign portal = (client.baseUrl)!"/">
<#assign heading><#nested "header"></#assign>
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<#if isOurs>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'">
</#if>
<title>${heading?markup_string?trim?no_esc} · AI Compliance Portal</title>
<link rel="icon" type="image/svg+xml" href="${properties.portalIcon}">
<link rel="stylesheet" href="${url.resourcesPath}/${properties.portalStylesheet}">
<link rel="stylesheet" href="${url.resourcesPath}/${properties.keycloakStylesheet}">
<script src="${url.resourcesPath}/${properties.portalScript}" defer></script>
<script src="${url.resourcesPath}/${properties.keycloakScript}" defer></script>
<#-- The head is left open on purpose: before its end tag Keycloak would insert an inline script that does what keep-address.js does. -->
<body>
<a class="skip" href="#main">Skip to content</a>
<div class="halves">
<div class="half">
<header><a class="brand" href="${portal}"><span class="logo"><svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true"><path d="M3 3.5h10M3 12.5h6" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" opacity=".55"/><path d="M3 8h10" stroke="currentColor" stroke-width="3.2" stroke-linecap="round"/></svg></span>Portal</a></header>
<main id="main"><div class="column">
<h1>${heading?markup_string?trim?no_esc}</h1>
<#if !isOurs && auth?has_content && auth.showUsername() && !auth.showResetCredentials()>
<p class="lead">For <strong>${auth.attemptedUsername}</strong>. <a href="${url.loginRestartFlowUrl}">Not you?</a></p>
<#nested "show-username">
</#if>
<#if displayMessage && message?has_content && (message.type != "warning" || !isAppInitiatedAction??)>
<p class="<#if message.type = "error">alert<#else>lead</#if>" role="<#if message.type = "error">alert<#else>status</#if>">${kcSanitize(message.summary)?no_esc}</p>
</#if>
<#nested "form">
<#nested "socialProviders">
<#if displayInfo><p class="other"><#nested "info"></p></#if>
<@footer.content/>
</div></main>
<footer><a href="${portal}privacy">Privacy Policy</a><a href="${portal}terms">Terms of Service</a><a href="${portal}contact">Contact Us</a></footer>
</div>
<aside aria-hidden="true">
<#include "drawing.ftl">
</aside>
</div>
</body>
</html>
</#macro>
